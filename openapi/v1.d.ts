// Generated from openapi/v1.json by npm run gen.
export interface paths {
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Needs the scope `webhooks:read`.
         */
        get: operations["listWebhooks"];
        /**
         * Apply a set of webhooks
         * @description Creates, changes and, with `prune`, deletes webhooks until they are as the set defines them, in one transaction: all of it or nothing. The response is the plan; with `dry_run` that is all. To carry out exactly the plan that was shown, send the ETag of the dry run as `If-Match`: if anybody has created, changed or deleted a webhook since, nothing is changed and the response is 412.
         *
         *     Needs the scope `webhooks:write`.
         */
        put: operations["applyWebhooks"];
        /**
         * Create a webhook
         * @description Needs the scope `webhooks:write`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook
         * @description Needs the scope `webhooks:read`.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Cancels its unfinished deliveries. With `If-Match`, only if the webhook has not changed since it was read.
         *
         *     Needs the scope `webhooks:write`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description A merge: absent members keep their value, null removes it. One mistake refuses the whole change. With `If-Match`, the change is made only if the webhook has not changed since it was read.
         *
         *     Needs the scope `webhooks:write`.
         */
        patch: operations["changeWebhook"];
        trace?: never;
    };
    "/v1/webhooks/{id}/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the health of a webhook
         * @description Needs the scope `webhooks:read`.
         */
        get: operations["getWebhookHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a webhook again now
         * @description Ends the pause of its receiver, also one that the receiver asked for, and makes up to 1000 retries due that wait for their time. If the receiver still fails, it is paused again. A test that the receiver accepts does the same for a paused webhook.
         *
         *     Needs the scope `deliveries:write`.
         */
        post: operations["resumeWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/receiver-states": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the receiver states of a webhook
         * @description For webhooks in mode `current_state`, and for fallbacks: alerts whose raise was, or may have been, sent without their clear, and alerts that are out of sync.
         *
         *     Needs the scope `deliveries:read`.
         */
        get: operations["listReceiverStates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alerts/{id}/receiver-states": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the receiver states of an alert
         * @description For webhooks in mode current_state and fallbacks, by their ids; at most 500.
         *
         *     Needs the scope `deliveries:read`.
         */
        get: operations["listReceiverStatesOfAlert"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/resync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resync a webhook
         * @description Sends the current state of every alert that differs from what the receiver was last sent, also of alerts that were raised before the webhook was created; 500 a second. In mode `every_change` these are the alerts that were escalated to it as a fallback. Tocsin resyncs a webhook by itself when it is enabled, and when its receiver accepts again after failures.
         *
         *     Needs the scope `silences:write`.
         */
        post: operations["resyncWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/mode": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the mode of a webhook, or preview the change
         * @description Does the same as a change of `mode` by `PATCH`; the response also says how many alerts count as sent. With `dry_run` it only counts.
         *
         *     Needs the scope `webhooks:write`.
         */
        post: operations["changeWebhookMode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the request of a new webhook
         * @description The body is that of `POST /v1/webhooks`. Stores and sends nothing.
         *
         *     Needs the scope `webhooks:read`.
         */
        post: operations["previewDraftWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a new webhook
         * @description Takes what the creation of a webhook takes, and stores none. Sends one request at once, with the code that sends deliveries. Only the audit log has an entry of it. The body contains the response of the receiver; the status is 200 even if it refused.
         *
         *     Needs the scope `webhooks:write`.
         */
        post: operations["testDraftWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the request of a webhook
         * @description Sends nothing. With `change`, a body as for `PATCH`, the webhook is used as if it were changed; hidden values sent back as shown keep what is stored. The signature is shown as `***` to callers without the scope webhooks:write, and with `change`: it would be good for a request that was never sent.
         *
         *     Needs the scope `webhooks:read`.
         */
        post: operations["previewWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a webhook
         * @description Works for disabled webhooks too. If a paused receiver accepts the test of a stored webhook, the pause ends. With `change`, a body as for `PATCH`, the webhook is used as if it were changed; hidden values sent back as shown keep what is stored. Sends one request at once, with the code that sends deliveries. Only the audit log has an entry of it. The body contains the response of the receiver; the status is 200 even if it refused.
         *
         *     Needs the scope `webhooks:write`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/signing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the signing of a webhook
         * @description Needs the scope `webhooks:read`.
         */
        get: operations["getSigning"];
        put?: never;
        post?: never;
        /**
         * Stop signing
         * @description Removes all signing secrets; requests carry no signature. Repeating it changes nothing.
         *
         *     Needs the scope `webhooks:write`.
         */
        delete: operations["deleteSigning"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/signing/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign with a new secret
         * @description The first call makes the webhook sign its requests. Further calls add a secret; earlier ones stay valid for the overlap, and requests carry a signature of each. The response has the new secret; later only the scope secrets:read can read it.
         *
         *     Needs the scope `webhooks:write`.
         */
        post: operations["rotateSigning"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/signing/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the signing secrets
         * @description Needs the scope `secrets:read`.
         */
        get: operations["getSigningSecrets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the markers and the default templates
         * @description Needs the scope `webhooks:read`.
         */
        get: operations["getTemplateVocabulary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a template
         * @description Stores and sends nothing.
         *
         *     Needs the scope `webhooks:read`.
         */
        post: operations["checkTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/presets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the presets
         * @description Needs the scope `webhooks:read`.
         */
        get: operations["listPresets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/presets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a preset: its templates, limits and rules
         * @description Needs the scope `webhooks:read`.
         */
        get: operations["getPreset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/presets/{id}/draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Draft a webhook from a preset
         * @description Validates the draft like a new webhook. Stores and sends nothing.
         *
         *     Needs the scope `webhooks:read`.
         */
        post: operations["draftWebhookForPreset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sources with their problems
         * @description All of them, ordered by name: each dialect under its own name, and those of TOCSIN_SOURCES_FILE. A source without a report is one that nobody uses.
         *
         *     Needs the scope `deliveries:read`.
         */
        get: operations["listSources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/on-call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the active alerts by server
         * @description High alerts that notified nobody come first, then those that are neither acknowledged nor silenced, the worst, the oldest. Of more than 100 the first are shown; all are counted.
         *
         *     Needs the scope `deliveries:read`.
         */
        get: operations["getOnCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alerts, newest first
         * @description Needs the scope `deliveries:read`.
         */
        get: operations["listAlerts"];
        put?: never;
        /**
         * Report alerts
         * @description One observation, or a list of up to 1000: a mistake in one of them refuses the list, and changes nothing. What goes to many webhooks is stored in parts; if that fails in the middle (503), send the whole list again. The response comes after everything is durable.
         *
         *     Needs the scope `events:write`.
         */
        post: operations["reportAlerts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alerts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one alert with its history
         * @description Needs the scope `deliveries:read`.
         */
        get: operations["getAlert"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alerts/{id}/clear": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Clear an alert by hand
         * @description Clears an alert that no monitor will clear. Webhooks are notified as of any other clear, with `ended_by` `person`. All variants of an alert clear together. A later report raises it again.
         *
         *     Needs the scope `silences:write`.
         */
        post: operations["clearAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alerts/{id}/acknowledgement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Acknowledge an alert
         * @description Acknowledges an active alert, until it gets worse than it is now or clears, or for a term; an alert that gets better and then as bad as now keeps it. A former acknowledgement is replaced. Webhooks with `acknowledgements` are notified; nothing else is held back.
         *
         *     Needs the scope `silences:write`.
         */
        post: operations["acknowledgeAlert"];
        /**
         * Take an acknowledgement back
         * @description Nobody is notified. An alert without one stays as it is.
         *
         *     Needs the scope `silences:write`.
         */
        delete: operations["withdrawAcknowledgement"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/job-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List job runs, newest first
         * @description Needs the scope `deliveries:read`.
         */
        get: operations["listJobRuns"];
        put?: never;
        /**
         * Report finished runs of jobs
         * @description One run, or a list of up to 1000 that is taken as a whole or not at all. The response comes after everything is durable. To report the same run again is harmless.
         *
         *     Needs the scope `events:write`.
         */
        post: operations["reportJobRuns"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/job-runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one job run
         * @description Needs the scope `deliveries:read`.
         */
        get: operations["getJobRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events, newest first
         * @description Needs the scope `deliveries:read`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one event, which webhooks were notified, and which were not and why
         * @description Needs the scope `deliveries:read`.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain which webhooks an event notified, which it did not, and why
         * @description Tocsin decides which webhooks to notify when it accepts the event. The reasons for the others are those of that moment, also if the webhook was changed or deleted since; `changed_since` says so.
         *
         *     Needs the scope `deliveries:read`.
         */
        get: operations["explainEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/routing/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview which of the last events a webhook would take
         * @description Decides as intake does, for the last 1000 changes of alerts or job runs. Nothing is changed.
         *
         *     Needs the scope `deliveries:read`.
         */
        post: operations["previewMatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/routing/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say who would be notified of an event with these values, and why others would not
         * @description Decides as intake does. Nothing is stored and nobody is notified. A webhook in current-state mode counts as notified if it would count the alert as active.
         *
         *     Needs the scope `deliveries:read`.
         */
        post: operations["testRouting"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/routing/values": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the fields and values that events had lately
         * @description Reads the last 1000 changes of alerts, or job runs.
         *
         *     Needs the scope `deliveries:read`.
         */
        get: operations["listSeenValues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/silences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List silences, newest first
         * @description Silences that have ended are kept as long as events.
         *
         *     Needs the scope `deliveries:read`.
         */
        get: operations["listSilences"];
        put?: never;
        /**
         * Create a silence
         * @description Holds notifications of the alerts and job runs that its matchers meet. The clear of an alert that was notified is still sent. When the silence ends, receivers get the current state of an alert once, if it differs from what they were sent.
         *
         *     Needs the scope `silences:write`.
         */
        post: operations["createSilence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/silences/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a silence
         * @description Needs the scope `deliveries:read`.
         */
        get: operations["getSilence"];
        put?: never;
        post?: never;
        /**
         * End a silence now
         * @description Receivers get the current state of the alerts that it held. The silence stays in the list as expired.
         *
         *     Needs the scope `silences:write`.
         */
        delete: operations["endSilence"];
        options?: never;
        head?: never;
        /**
         * Change a silence that has not ended
         * @description Its end and its reason can always be changed; everything else only before it begins.
         *
         *     Needs the scope `silences:write`.
         */
        patch: operations["changeSilence"];
        trace?: never;
    };
    "/v1/silences/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview what a silence would hold
         * @description Decides as intake does, for active alerts and for the last 1000 events. Nothing is changed.
         *
         *     Needs the scope `deliveries:read`.
         */
        post: operations["previewSilence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/windows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List maintenance windows, newest first
         * @description Needs the scope `deliveries:read`.
         */
        get: operations["listWindows"];
        /**
         * Apply a set of maintenance windows, and of webhooks
         * @description As `PUT /v1/webhooks`, for maintenance windows and, with `webhooks`, for the webhooks that they name, all in one transaction.
         *
         *     Needs the scope `webhooks:write`.
         */
        put: operations["applyWindows"];
        /**
         * Create a maintenance window
         * @description Silences the alerts and job runs that its matchers meet, again and again. The silence of each occurrence is created a day before it begins; `GET /v1/silences` lists it. A begin that does not exist, because clocks are put forward, is the first moment after the gap; one that exists twice is the first.
         *
         *     Needs the scope `webhooks:write`.
         */
        post: operations["createWindow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/windows/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a maintenance window
         * @description Needs the scope `deliveries:read`.
         */
        get: operations["getWindow"];
        put?: never;
        post?: never;
        /**
         * Delete a maintenance window
         * @description If it is under way, it ends: receivers get the current state of the alerts that it held.
         *
         *     Needs the scope `webhooks:write`.
         */
        delete: operations["deleteWindow"];
        options?: never;
        head?: never;
        /**
         * Change a maintenance window
         * @description If it is under way and holds something else from now on, its silence ends and another one begins; receivers get the current state of what that one does not hold.
         *
         *     Needs the scope `webhooks:write`.
         */
        patch: operations["changeWindow"];
        trace?: never;
    };
    "/v1/windows/{id}/skip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Skip one occurrence of a maintenance window
         * @description The occurrence that begins on that day holds nothing; the others stay. If it is under way, its silence ends: receivers get the current state of what it held.
         *
         *     Needs the scope `silences:write`.
         */
        post: operations["skipOccurrence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/windows/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a cancelled occurrence of a maintenance window
         * @description The occurrence that begins on that day holds again what it is to hold, whether it was skipped or its silence was ended.
         *
         *     Needs the scope `silences:write`.
         */
        post: operations["restoreOccurrence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/windows/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview when a maintenance window would occur
         * @description Checks what is given, and changes nothing; whether webhooks exist and the name is free is not looked up. `POST /v1/silences/preview` says what its matchers would hold.
         *
         *     Needs the scope `deliveries:read`.
         */
        post: operations["previewWindow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries, newest first
         * @description Needs the scope `deliveries:read`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one delivery with every attempt
         * @description Needs the scope `deliveries:read`.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/deliveries/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery now, or once more
         * @description A failed, cancelled, delivered or pending delivery starts its retry schedule again and is the next to be sent to its webhook, even if the receiver is paused. If something still holds it, `waits_for` says what.
         *
         *     Needs the scope `deliveries:write`.
         */
        post: operations["retryDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/deliveries/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a delivery
         * @description The next delivery of the same alert or job follows.
         *
         *     Needs the scope `deliveries:write`.
         */
        post: operations["cancelDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/delivery-operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List operations on many deliveries, newest first
         * @description Needs the scope `deliveries:read`.
         */
        get: operations["listDeliveryOperations"];
        put?: never;
        /**
         * Retry, cancel or reroute many deliveries
         * @description Works in the background on the present deliveries that match the filter, oldest first, and continues after a restart. The response comes at once; read the operation to follow it.
         *
         *     Needs the scope `deliveries:write`.
         */
        post: operations["startDeliveryOperation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/delivery-operations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an operation and its progress
         * @description Needs the scope `deliveries:read`.
         */
        get: operations["getDeliveryOperation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/delivery-operations/{id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop an operation
         * @description Changes already made stay; the remaining deliveries are not touched.
         *
         *     Needs the scope `deliveries:write`.
         */
        post: operations["stopDeliveryOperation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tokens, revoked ones included, ordered by id
         * @description Needs the scope `admin`.
         */
        get: operations["listTokens"];
        put?: never;
        /**
         * Create a token
         * @description Only this response contains the secret; Tocsin stores its hash.
         *
         *     Needs the scope `admin`.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a token
         * @description It stays in the list, as revoked. Repeating it changes nothing.
         *
         *     Needs the scope `admin`.
         */
        delete: operations["revokeToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the ways to sign in
         * @description Open: needs no token.
         */
        get: operations["getWaysToSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the present session
         * @description Needs a token or a session, whatever its scopes.
         */
        get: operations["getSession"];
        put?: never;
        /**
         * Sign in
         * @description With name and password, or with a token. Opens a session; a browser keeps its secret in a cookie. After ten wrong passwords within 15 minutes a name is blocked for 1, 2, 4, … 15 minutes, whether it exists or not.
         *
         *     Open: needs no token.
         */
        post: operations["signIn"];
        /**
         * Sign out
         * @description Ends the session of the request. A token stays valid.
         *
         *     Needs a token or a session, whatever its scopes.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change one’s own password
         * @description All other sessions of the user end.
         *
         *     Needs a token or a session, whatever its scopes.
         */
        put: operations["changeOwnPassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List one’s own sessions, newest first
         * @description For a token: the sessions opened with it.
         *
         *     Needs a token or a session, whatever its scopes.
         */
        get: operations["listOwnSessions"];
        put?: never;
        post?: never;
        /**
         * Sign out everywhere
         * @description Ends all sessions of the caller, this one included.
         *
         *     Needs a token or a session, whatever its scopes.
         */
        delete: operations["signOutEverywhere"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of one’s own sessions
         * @description Needs a token or a session, whatever its scopes.
         */
        delete: operations["endOwnSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oidc/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Start a sign-in at the OpenID provider
         * @description Open: needs no token.
         */
        get: operations["startOidcSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oidc/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Finish a sign-in at the OpenID provider
         * @description Register this address at the provider. Redirects to the console, signed in or with an error.
         *
         *     Open: needs no token.
         */
        get: operations["finishOidcSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read an invitation
         * @description Open: needs no token.
         */
        post: operations["checkInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Choose a password with an invitation, and sign in
         * @description It can be used once; all other sessions of the user end.
         *
         *     Open: needs no token.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users, ordered by id
         * @description Needs the scope `admin`.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Add a user
         * @description The response has an invitation, valid for 7 days, with which the user chooses a password.
         *
         *     Needs the scope `admin`.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one user
         * @description Needs the scope `admin`.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        /**
         * Delete a user
         * @description Ends their sessions. The audit log keeps their entries. Nobody can delete themselves.
         *
         *     Needs the scope `admin`.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /**
         * Change name or role of a user, disable or enable them
         * @description Absent members keep their value. Disabling and a lesser role sign the user out everywhere. Nobody can disable or demote themselves.
         *
         *     Needs the scope `admin`.
         */
        patch: operations["changeUser"];
        trace?: never;
    };
    "/v1/users/{id}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a link to choose a new password
         * @description Ends earlier links of this user. The present password works until the link is used.
         *
         *     Needs the scope `admin`.
         */
        post: operations["inviteUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign a user out everywhere
         * @description Needs the scope `admin`.
         */
        delete: operations["signOutUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/token/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a token for 20 minutes with name and password
         * @description Wrong passwords count as for `POST /v1/session`. For long scripts use a token of `POST /v1/tokens`.
         *
         *     Open: needs no token.
         */
        post: operations["issueToken"];
        /**
         * End a token of the token service
         * @description Needs a token or a session, whatever its scopes.
         */
        delete: operations["giveBackToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit entries, newest first
         * @description Needs the scope `audit:read`.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one entry of the audit log
         * @description Needs the scope `audit:read`.
         */
        get: operations["getAuditEntry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the state of the service
         * @description Needs the scope `deliveries:read`.
         */
        get: operations["getStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read deliveries over time
         * @description Each node counts by the minute; counts are kept as long as events; up to 1500 steps in a response. Steps begin at multiples of their length (UTC), so the first may begin before `from` and the last may end after `until`. The present step has everything of the node that responds, and of other nodes what they wrote up to 10 seconds ago. A killed process loses the counts of its last 10 seconds.
         *
         *     Needs the scope `deliveries:read`.
         */
        get: operations["getActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the state of the service at a glance
         * @description Covers all nodes. Callers within a second share one response; a response that took long to compute is reused for up to 10 seconds.
         *
         *     Needs the scope `deliveries:read`.
         */
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Listen to changes
         * @description Server-sent events, of all nodes together: `overview` with the body of `/v1/overview`, at the beginning and after each change, once a second at most; `activity` with a point of `/v1/activity`, the present minute or the one before, every two seconds while they change; `changed` with `{"kinds": […]}`, any of `alerts`, `job-runs`, `deliveries`, `webhooks`, `silences`, `windows`: lists that may have changed and should be read again; `problem` with `{"message": "…"}` when the overview cannot be read. Events are not repeated, and not kept for a listener that reconnects. After two seconds without another event comes `heartbeat` with `{}`. The stream ends when its token is no longer valid (checked every minute; listening does not keep a session open), when the service stops, and when the reader is more than 256 KiB behind. At most 100 listeners per node, and 10 of them per user or token.
         *
         *     Needs the scope `deliveries:read`.
         */
        get: operations["getStream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/backup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a copy of the database
         * @description A consistent copy, made while the service runs: an SQLite file that the service can be started with.
         *
         *     Needs the scope `admin`.
         */
        get: operations["getBackup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/encryption": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the encryption of stored secrets
         * @description Needs the scope `admin`.
         */
        get: operations["getEncryption"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/encryption/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Encrypt all stored secrets under the current key
         * @description In one transaction, while the service runs. Afterwards you can remove keys without values from the configuration. Repeating it changes nothing.
         *
         *     Needs the scope `admin`.
         */
        post: operations["rotateEncryption"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is the process alive?
         * @description Open: needs no token.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is the node ready?
         * @description Reads and writes the database, and looks whether attempts can be recorded and whether there is memory for reports. Deliveries that stand still are no reason to take the node out of service: then it answers 200 and `degraded`.
         *
         *     Open: needs no token.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Counters and gauges for Prometheus
         * @description Open to everybody. With a token that has the scope `webhooks:read` also the names of webhooks, as `tocsin_webhook_info`.
         *
         *     Open: needs no token.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/intake/prometheus/api/v2/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List active alerts as Alertmanager does
         * @description Needs the scope `deliveries:read`.
         */
        get: operations["listPrometheusAlerts"];
        put?: never;
        /**
         * Report alerts as to Alertmanager
         * @description An array of at most 10000 alerts with `labels`, `annotations`, `startsAt`, `endsAt` and `generatorURL`, as Prometheus sends it. Any content type will do. Invalid alerts are named in a 400; the valid ones of the same request are taken in all the same.
         *
         *     Needs the scope `events:write`.
         */
        post: operations["acceptPrometheusAlerts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/intake/prometheus/api/v1/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report alerts as to the API v1 of Alertmanager
         * @description For senders that know no other address. The body is that of the API v2.
         *
         *     Needs the scope `events:write`.
         */
        post: operations["acceptOldPrometheusAlerts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/intake/prometheus/api/v2/alerts/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List active alerts in groups, by alert name
         * @description Needs the scope `deliveries:read`.
         */
        get: operations["listPrometheusAlertGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/intake/prometheus/api/v2/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status that clients of Alertmanager expect
         * @description Needs the scope `deliveries:read`.
         */
        get: operations["readPrometheusStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/intake/prometheus/api/v2/receivers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the one receiver, `tocsin`
         * @description Needs the scope `deliveries:read`.
         */
        get: operations["listPrometheusReceivers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/intake/prometheus/api/v2/silences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List silences as Alertmanager does
         * @description Needs the scope `deliveries:read`.
         */
        get: operations["listPrometheusSilences"];
        put?: never;
        /**
         * Create or change a silence as in Alertmanager
         * @description The matchers compare labels; `alertname` is the name of the alert, whichever monitor reports it. With an `id`, that silence changes; one that has begun and gets other matchers, and one that has ended, is replaced by a new one.
         *
         *     Needs the scope `silences:write`.
         */
        post: operations["postPrometheusSilence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/intake/prometheus/api/v2/silence/{silenceID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a silence as Alertmanager shows it
         * @description Needs the scope `deliveries:read`.
         */
        get: operations["getPrometheusSilence"];
        put?: never;
        post?: never;
        /**
         * End a silence now, as in Alertmanager
         * @description One that has ended already stays as it is.
         *
         *     Needs the scope `silences:write`.
         */
        delete: operations["endPrometheusSilence"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/intake/alertmanager": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report as Alertmanager (webhook) does
         * @description The body as the monitor sends it, with any content type, plain or with `Content-Encoding: gzip`. The response is 200 once everything is durable. A 400 names each mistake; the valid entries of the same request are stored.
         *
         *     Needs the scope `events:write`.
         */
        post: operations["reportAlertmanager"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/intake/grafana": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report as Grafana (webhook) does
         * @description The body as the monitor sends it, with any content type, plain or with `Content-Encoding: gzip`. The response is 200 once everything is durable. A 400 names each mistake; the valid entries of the same request are stored.
         *
         *     Needs the scope `events:write`.
         */
        post: operations["reportGrafana"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/intake/zabbix": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report as Zabbix does
         * @description The body as the monitor sends it, with any content type, plain or with `Content-Encoding: gzip`. The response is 200 once everything is durable. A 400 names each mistake; the valid entries of the same request are stored.
         *
         *     Needs the scope `events:write`.
         */
        post: operations["reportZabbix"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/intake/nagios": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report as Nagios or Icinga does
         * @description The body as the monitor sends it, with any content type, plain or with `Content-Encoding: gzip`. The response is 200 once everything is durable. A 400 names each mistake; the valid entries of the same request are stored.
         *
         *     Needs the scope `events:write`.
         */
        post: operations["reportNagios"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/intake/pgdash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report as pgDash does
         * @description The body as the monitor sends it, with any content type, plain or with `Content-Encoding: gzip`. The response is 200 once everything is durable. A 400 names each mistake; the valid entries of the same request are stored.
         *
         *     Needs the scope `events:write`.
         */
        post: operations["reportPgdash"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/intake/pganalyze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report as pganalyze does
         * @description The body as the monitor sends it, with any content type, plain or with `Content-Encoding: gzip`. The response is 200 once everything is durable. A 400 names each mistake; the valid entries of the same request are stored.
         *
         *     Needs the scope `events:write`.
         */
        post: operations["reportPganalyze"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/intake/datadog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report as Datadog does
         * @description The body as the monitor sends it, with any content type, plain or with `Content-Encoding: gzip`. The response is 200 once everything is durable. A 400 names each mistake; the valid entries of the same request are stored.
         *
         *     Needs the scope `events:write`.
         */
        post: operations["reportDatadog"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/intake/cloudevents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report as CloudEvents 1.0 does
         * @description The body as the monitor sends it, with any content type, plain or with `Content-Encoding: gzip`. The response is 200 once everything is durable. A 400 names each mistake; the valid entries of the same request are stored.
         *
         *     Needs the scope `events:write`.
         */
        post: operations["reportCloudevents"];
        delete?: never;
        /**
         * Ask for permission to send events
         * @description The handshake of the CloudEvents webhook specification. `TOCSIN_CLOUDEVENTS_ORIGINS` and `TOCSIN_CLOUDEVENTS_RATE` decide the response.
         *
         *     Needs the scope `events:write`.
         */
        options: operations["validateCloudevents"];
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Documentation with forms to try each request
         * @description Open: needs no token.
         */
        get: operations["getDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/{page}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A page of the documentation, or one of its files
         * @description Open: needs no token.
         */
        get: operations["getDocsPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/{document}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The OpenAPI document of one interface
         * @description Open: needs no token.
         */
        get: operations["getOpenApiDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi/webhooks.schema.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The JSON Schema of files with webhooks, for editors
         * @description What `tocsin export` writes and `tocsin apply` reads. An editor that finds this address in the first line of such a file (`# yaml-language-server: $schema=…`) completes and checks it.
         *
         *     Open: needs no token.
         */
        get: operations["getDefinitionsSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AcknowledgedAlert: {
            /** @description Null: nobody is notified. */
            event_id: number | null;
            /** @description The number of webhooks that are notified. */
            deliveries: number;
            alert: components["schemas"]["Alert"];
        };
        Activity: {
            /** @description The length of a step. */
            step_seconds: number;
            /** @description One for each step, the oldest first, without gaps. */
            points: components["schemas"]["ActivityPoint"][];
        };
        ActivityPoint: {
            /**
             * Format: date-time
             * @description Start of the step.
             */
            at: string;
            /** @description Accepted: changes of alerts, and job runs. */
            events: number;
            /** @description Finished attempts. */
            attempts: number;
            /** @description Deliveries that arrived. */
            delivered: number;
            /** @description Attempts that failed and are retried. */
            retried: number;
            /** @description Deliveries that failed for good. */
            failed: number;
            /** @description From the acceptance of an event to its delivery. An estimate, at most twice or half the true value. Null: there were none. */
            latency: components["schemas"]["Durations"] | null;
            /** @description How long receivers took to respond, or until the time limit. An estimate, at most twice or half the true value. Null: there were none. */
            response: components["schemas"]["Durations"] | null;
            /** @description The highest value of the step, measured every 10 seconds; null: no delivering node was running. */
            backlog: {
                /** @description Deliveries that had not ended: waiting, pending, or being sent. */
                unfinished: number;
                /** @description Delay of the most overdue delivery to a webhook that was neither paused nor probed; 0: nothing was due. */
                oldest_due_s: number;
                /** @description Unfinished deliveries to receivers that were paused or probed; counted up to 10000. */
                paused: number;
                /** @description Age of the oldest of these deliveries; 0: there was none. */
                oldest_paused_s: number;
            } | null;
        };
        /** @description Who did it. */
        Actor: {
            /** @description The token that was used; null: none. */
            token_id: number | null;
            /** @description The id of the user; null: not a user. */
            user_id: number | null;
            /** @description The name of the user or token then; `tocsin` is the service itself. */
            name: string;
            /** @description Where the request came from; null: from the service itself. */
            address: string | null;
        };
        Alert: {
            /** @description Stays the same from raise to clear and beyond. */
            id: number;
            /** @description Who reported it. */
            source: string;
            /** @description Its identity within the source. */
            key: string;
            /** @description The problem, in the words of the monitor. */
            name: string;
            /**
             * @description The present state.
             * @enum {string}
             */
            state: "cleared" | "low" | "medium" | "high";
            /**
             * Format: date-time
             * @description When it was raised; if it is cleared, when it cleared.
             */
            since: string;
            /**
             * Format: date-time
             * @description When its state changed last.
             */
            changed_at: string;
            /**
             * Format: date-time
             * @description The moment that the newest report speaks of, by the monitor's clock; an end given in whole seconds counts as the end of its second. An older raise is stale.
             */
            observed_at: string;
            /**
             * Format: date-time
             * @description When a monitor last reported it, by the clock of this service.
             */
            last_reported_at: string;
            /** @description It clears at this time if no report arrives; null: only its monitor can clear it. */
            expires_at: string | null;
            /** @description Why it cleared: `monitor`, its monitor reported it; `expired`, its monitor stopped reporting it, so it may not have recovered; `person`, somebody cleared it manually. Null: it is active. */
            ended_by: ("monitor" | "expired" | "person") | null;
            /** @description Who acknowledged it, until when and why; null: nobody. */
            acknowledgement: {
                /** @description Who acknowledged it; `ada (token bot)` if the token bot named ada (`as`). */
                by: string;
                /**
                 * @description The state that was acknowledged. The acknowledgement ends when the alert is worse than this.
                 * @enum {string}
                 */
                state: "cleared" | "low" | "medium" | "high";
                /** @description What they do about it. */
                note: string | null;
                /**
                 * Format: date-time
                 * @description When.
                 */
                at: string;
                /**
                 * Format: date-time
                 * @description When it ends, unless the alert gets worse than `state` or clears before.
                 */
                until: string;
            } | null;
            /** @description The active silences that cover it, for all webhooks or for some; none if it is cleared. */
            silenced_by: number[];
            /** @description False: not all active silences could look at all of it. The patterns of one are above their budget, and it holds nothing of the alert; or those before took 2 s in this view, and `silenced_by` may lack some. */
            all_silences_seen: boolean;
            /** @description What the alert is about. */
            object: {
                /** @description What kind of object, e.g. `server` or `table`. */
                type: string | null;
                /** @description Its name. */
                name: string | null;
            };
            /** @description The agent that watches the server. */
            agent: {
                /** @description Its id at the monitor. */
                id: string | null;
                /** @description Its name. */
                name: string | null;
            };
            /** @description The database server. */
            server: {
                /** @description Its id at the monitor. */
                id: string | null;
                /** @description Its name. */
                name: string | null;
                /** @description Host name or address. */
                address: string | null;
                /** @description Its port, as text. */
                port: string | null;
            };
            /** @description The database. */
            database: string | null;
            /** @description The schema in the database. */
            schema: string | null;
            /** @description The package in the schema. */
            package: string | null;
            /** @description The table, index, … in the schema. */
            database_object: string | null;
            /** @description What was measured; null in a clear that says no value. */
            current_value: string | null;
            /** @description What was measured last while the alert was raised. */
            last_value: string | null;
            /** @description What it was compared with. */
            threshold_value: string | null;
            /** @description With which parameters it was measured. */
            parameters: string | null;
            /** @description A text for people. */
            info: string | null;
            /** @description The page of the monitor about it. */
            source_link: string | null;
            /** @description Further values of the monitor, by name. */
            labels: {
                [key: string]: string;
            };
            /** @description Texts for people, by name. */
            annotations: {
                [key: string]: string;
            };
            /** @description Values that Tocsin had to guess, e.g. an unknown severity. */
            warnings: string[];
            /** @description Observations that arrived too late to count. */
            stale_count: number;
        };
        AlertClearing: {
            /** @description Why, for the audit log. */
            note?: string;
        };
        AlertEvent: {
            /** @description The id of the event. */
            id: number;
            /** @description Who reported it. */
            source: string;
            /** @description The name of the alert or the job. */
            name: string;
            /**
             * Format: date-time
             * @description When it happened, by the monitor's clock.
             */
            at: string;
            /**
             * Format: date-time
             * @description When Tocsin stored it.
             */
            accepted_at: string;
            /** @constant */
            kind: "alert";
            /** @description The alert that changed. */
            alert_id: number;
            /** @description Its identity within the source. */
            alert_key: string;
            /**
             * @description The state before.
             * @enum {string}
             */
            old_state: "cleared" | "low" | "medium" | "high";
            /**
             * @description The state since then.
             * @enum {string}
             */
            new_state: "cleared" | "low" | "medium" | "high";
            /**
             * @description change: the alert changed its state, or was raised again. acknowledgement: somebody acknowledged the alert; webhooks with `acknowledgements` are notified. The others go only to the webhook they were created for. resync: the current state, for a webhook in mode `current_state` that was out of sync; missed: an alert that was raised and cleared before anything could be sent; reminder: an alert that lasts, as `remind` of the webhook says.
             * @enum {string}
             */
            trigger: "change" | "acknowledgement" | "resync" | "missed" | "reminder";
            /**
             * Format: date-time
             * @description When the alert was raised.
             */
            raised_at: string;
            /** @description Without news until then it counts as cleared. */
            expires_at: string | null;
            /** @description True: `ended_by` is `expired`. */
            expired: boolean;
            /** @description Why the alert is over, by this event: `monitor`, its monitor reported it; `expired`, its monitor stopped reporting it, so it may not have recovered; `person`, somebody cleared it manually. Null: it is active. */
            ended_by: ("monitor" | "expired" | "person") | null;
            /** @description Of a clear of what senders pushed in the API of Prometheus: who said the end, and who had not been heard for how long. Null: nothing is known. */
            ending: string | null;
            /** @description What the alert is about. */
            object: {
                /** @description What kind of object, e.g. `server` or `table`. */
                type: string | null;
                /** @description Its name. */
                name: string | null;
            };
            /** @description The agent that watches the server. */
            agent: {
                /** @description Its id at the monitor. */
                id: string | null;
                /** @description Its name. */
                name: string | null;
            };
            /** @description The database server. */
            server: {
                /** @description Its id at the monitor. */
                id: string | null;
                /** @description Its name. */
                name: string | null;
                /** @description Host name or address. */
                address: string | null;
                /** @description Its port, as text. */
                port: string | null;
            };
            /** @description The database. */
            database: string | null;
            /** @description The schema in the database. */
            schema: string | null;
            /** @description The package in the schema. */
            package: string | null;
            /** @description The table, index, … in the schema. */
            database_object: string | null;
            /** @description What was measured; null in a clear that says no value. */
            current_value: string | null;
            /** @description What was measured last while the alert was raised. */
            last_value: string | null;
            /** @description What it was compared with. */
            threshold_value: string | null;
            /** @description With which parameters it was measured. */
            parameters: string | null;
            /** @description A text for people. */
            info: string | null;
            /** @description The page of the monitor about it. */
            source_link: string | null;
            /** @description Further values of the monitor, by name. */
            labels: {
                [key: string]: string;
            };
            /** @description Texts for people, by name. */
            annotations: {
                [key: string]: string;
            };
            /** @description Values that Tocsin had to guess. */
            warnings: string[];
            /** @description Who acknowledged it, until when and why; null: nobody. */
            acknowledgement: {
                /** @description Who acknowledged it; `ada (token bot)` if the token bot named ada (`as`). */
                by: string;
                /**
                 * @description The state that was acknowledged. The acknowledgement ends when the alert is worse than this.
                 * @enum {string}
                 */
                state: "cleared" | "low" | "medium" | "high";
                /** @description What they do about it. */
                note: string | null;
                /**
                 * Format: date-time
                 * @description When.
                 */
                at: string;
                /**
                 * Format: date-time
                 * @description When it ends, unless the alert gets worse than `state` or clears before.
                 */
                until: string;
            } | null;
        };
        AlertEventWithDeliveries: {
            /** @description The id of the event. */
            id: number;
            /** @description Who reported it. */
            source: string;
            /** @description The name of the alert or the job. */
            name: string;
            /**
             * Format: date-time
             * @description When it happened, by the monitor's clock.
             */
            at: string;
            /**
             * Format: date-time
             * @description When Tocsin stored it.
             */
            accepted_at: string;
            /** @constant */
            kind: "alert";
            /** @description The alert that changed. */
            alert_id: number;
            /** @description Its identity within the source. */
            alert_key: string;
            /**
             * @description The state before.
             * @enum {string}
             */
            old_state: "cleared" | "low" | "medium" | "high";
            /**
             * @description The state since then.
             * @enum {string}
             */
            new_state: "cleared" | "low" | "medium" | "high";
            /**
             * @description change: the alert changed its state, or was raised again. acknowledgement: somebody acknowledged the alert; webhooks with `acknowledgements` are notified. The others go only to the webhook they were created for. resync: the current state, for a webhook in mode `current_state` that was out of sync; missed: an alert that was raised and cleared before anything could be sent; reminder: an alert that lasts, as `remind` of the webhook says.
             * @enum {string}
             */
            trigger: "change" | "acknowledgement" | "resync" | "missed" | "reminder";
            /**
             * Format: date-time
             * @description When the alert was raised.
             */
            raised_at: string;
            /** @description Without news until then it counts as cleared. */
            expires_at: string | null;
            /** @description True: `ended_by` is `expired`. */
            expired: boolean;
            /** @description Why the alert is over, by this event: `monitor`, its monitor reported it; `expired`, its monitor stopped reporting it, so it may not have recovered; `person`, somebody cleared it manually. Null: it is active. */
            ended_by: ("monitor" | "expired" | "person") | null;
            /** @description Of a clear of what senders pushed in the API of Prometheus: who said the end, and who had not been heard for how long. Null: nothing is known. */
            ending: string | null;
            /** @description What the alert is about. */
            object: {
                /** @description What kind of object, e.g. `server` or `table`. */
                type: string | null;
                /** @description Its name. */
                name: string | null;
            };
            /** @description The agent that watches the server. */
            agent: {
                /** @description Its id at the monitor. */
                id: string | null;
                /** @description Its name. */
                name: string | null;
            };
            /** @description The database server. */
            server: {
                /** @description Its id at the monitor. */
                id: string | null;
                /** @description Its name. */
                name: string | null;
                /** @description Host name or address. */
                address: string | null;
                /** @description Its port, as text. */
                port: string | null;
            };
            /** @description The database. */
            database: string | null;
            /** @description The schema in the database. */
            schema: string | null;
            /** @description The package in the schema. */
            package: string | null;
            /** @description The table, index, … in the schema. */
            database_object: string | null;
            /** @description What was measured; null in a clear that says no value. */
            current_value: string | null;
            /** @description What was measured last while the alert was raised. */
            last_value: string | null;
            /** @description What it was compared with. */
            threshold_value: string | null;
            /** @description With which parameters it was measured. */
            parameters: string | null;
            /** @description A text for people. */
            info: string | null;
            /** @description The page of the monitor about it. */
            source_link: string | null;
            /** @description Further values of the monitor, by name. */
            labels: {
                [key: string]: string;
            };
            /** @description Texts for people, by name. */
            annotations: {
                [key: string]: string;
            };
            /** @description Values that Tocsin had to guess. */
            warnings: string[];
            /** @description Who acknowledged it, until when and why; null: nobody. */
            acknowledgement: {
                /** @description Who acknowledged it; `ada (token bot)` if the token bot named ada (`as`). */
                by: string;
                /**
                 * @description The state that was acknowledged. The acknowledgement ends when the alert is worse than this.
                 * @enum {string}
                 */
                state: "cleared" | "low" | "medium" | "high";
                /** @description What they do about it. */
                note: string | null;
                /**
                 * Format: date-time
                 * @description When.
                 */
                at: string;
                /**
                 * Format: date-time
                 * @description When it ends, unless the alert gets worse than `state` or clears before.
                 */
                until: string;
            } | null;
            /** @description The deliveries of the event, newest first; at most 500. */
            deliveries: components["schemas"]["Delivery"][];
            /** @description Who is not, and why: first those that a change would let know of the next event, by `reason` (disabled, state, match, acknowledgements, maintenance_windows, taken_by_others, silenced, not_kept, unknown, already_in_sync, made_later, payload_type), and then by id; at most 100. */
            not_notified: components["schemas"]["NotNotified"][];
            not_notified_counts: components["schemas"]["NotNotifiedCounts"];
        };
        AlertWithHistory: {
            /** @description Stays the same from raise to clear and beyond. */
            id: number;
            /** @description Who reported it. */
            source: string;
            /** @description Its identity within the source. */
            key: string;
            /** @description The problem, in the words of the monitor. */
            name: string;
            /**
             * @description The present state.
             * @enum {string}
             */
            state: "cleared" | "low" | "medium" | "high";
            /**
             * Format: date-time
             * @description When it was raised; if it is cleared, when it cleared.
             */
            since: string;
            /**
             * Format: date-time
             * @description When its state changed last.
             */
            changed_at: string;
            /**
             * Format: date-time
             * @description The moment that the newest report speaks of, by the monitor's clock; an end given in whole seconds counts as the end of its second. An older raise is stale.
             */
            observed_at: string;
            /**
             * Format: date-time
             * @description When a monitor last reported it, by the clock of this service.
             */
            last_reported_at: string;
            /** @description It clears at this time if no report arrives; null: only its monitor can clear it. */
            expires_at: string | null;
            /** @description Why it cleared: `monitor`, its monitor reported it; `expired`, its monitor stopped reporting it, so it may not have recovered; `person`, somebody cleared it manually. Null: it is active. */
            ended_by: ("monitor" | "expired" | "person") | null;
            /** @description Who acknowledged it, until when and why; null: nobody. */
            acknowledgement: {
                /** @description Who acknowledged it; `ada (token bot)` if the token bot named ada (`as`). */
                by: string;
                /**
                 * @description The state that was acknowledged. The acknowledgement ends when the alert is worse than this.
                 * @enum {string}
                 */
                state: "cleared" | "low" | "medium" | "high";
                /** @description What they do about it. */
                note: string | null;
                /**
                 * Format: date-time
                 * @description When.
                 */
                at: string;
                /**
                 * Format: date-time
                 * @description When it ends, unless the alert gets worse than `state` or clears before.
                 */
                until: string;
            } | null;
            /** @description The active silences that cover it, for all webhooks or for some; none if it is cleared. */
            silenced_by: number[];
            /** @description False: not all active silences could look at all of it. The patterns of one are above their budget, and it holds nothing of the alert; or those before took 2 s in this view, and `silenced_by` may lack some. */
            all_silences_seen: boolean;
            /** @description What the alert is about. */
            object: {
                /** @description What kind of object, e.g. `server` or `table`. */
                type: string | null;
                /** @description Its name. */
                name: string | null;
            };
            /** @description The agent that watches the server. */
            agent: {
                /** @description Its id at the monitor. */
                id: string | null;
                /** @description Its name. */
                name: string | null;
            };
            /** @description The database server. */
            server: {
                /** @description Its id at the monitor. */
                id: string | null;
                /** @description Its name. */
                name: string | null;
                /** @description Host name or address. */
                address: string | null;
                /** @description Its port, as text. */
                port: string | null;
            };
            /** @description The database. */
            database: string | null;
            /** @description The schema in the database. */
            schema: string | null;
            /** @description The package in the schema. */
            package: string | null;
            /** @description The table, index, … in the schema. */
            database_object: string | null;
            /** @description What was measured; null in a clear that says no value. */
            current_value: string | null;
            /** @description What was measured last while the alert was raised. */
            last_value: string | null;
            /** @description What it was compared with. */
            threshold_value: string | null;
            /** @description With which parameters it was measured. */
            parameters: string | null;
            /** @description A text for people. */
            info: string | null;
            /** @description The page of the monitor about it. */
            source_link: string | null;
            /** @description Further values of the monitor, by name. */
            labels: {
                [key: string]: string;
            };
            /** @description Texts for people, by name. */
            annotations: {
                [key: string]: string;
            };
            /** @description Values that Tocsin had to guess, e.g. an unknown severity. */
            warnings: string[];
            /** @description Observations that arrived too late to count. */
            stale_count: number;
            /** @description The time from which it can be cleared by hand, if no report arrives until then: ten minutes after its last report, or when what its monitor promised has run out. Null: it is cleared. */
            clearable_from: string | null;
            /** @description Its newest 50 changes, and acknowledgements, newest first; fewer if they are long. Resyncs are left out. */
            history: components["schemas"]["AlertEvent"][];
        };
        Attempt: {
            /** @description The first one is 1. */
            number: number;
            /**
             * Format: date-time
             * @description When it began.
             */
            started_at: string;
            /**
             * @description Effect of the response: delivered, retry, or give up.
             * @enum {string}
             */
            outcome: "accept" | "retry" | "refuse";
            /** @description Why, in a few words. */
            reason: string;
            /** @description Of what a failure speaks. unreachable: the receiver does not respond, or fails (5xx, 408, 425); endpoint_wrong: its address or credentials (401, 403, a redirect, 404); asks_for_time: it wants no more for a while; rejected: this one notification, which it does not take (400, 413, 422, a rule for answers that is broken). Null: it did not fail, or for a reason of the service. */
            failure: ("unreachable" | "endpoint_wrong" | "asks_for_time" | "rejected") | null;
            /** @description The request; null: none was sent. */
            request: components["schemas"]["SentRequest"] | null;
            /** @description The response; null: there was none. */
            response: components["schemas"]["ReceivedResponse"] | null;
            timing: components["schemas"]["Timing"] | null;
        };
        AuditEntry: {
            /** @description The id of the entry; later entries have greater ids. */
            id: number;
            /**
             * Format: date-time
             * @description When it was done.
             */
            at: string;
            actor: components["schemas"]["Actor"];
            /**
             * @description What was done.
             * @enum {string}
             */
            action: "webhook.created" | "webhook.changed" | "webhook.deleted" | "webhook.disabled_by_receiver" | "webhook.tested" | "webhook.resynced" | "webhook.resumed" | "webhook.signing_rotated" | "webhook.signing_removed" | "token.created" | "token.revoked" | "user.created" | "user.changed" | "user.deleted" | "user.invited" | "user.password_changed" | "user.signed_in" | "user.sign_in_failed" | "user.signed_out" | "user.signed_out_everywhere" | "delivery.retried" | "delivery.cancelled" | "alert.cleared" | "alert.acknowledged" | "alert.acknowledgement_withdrawn" | "silence.created" | "silence.changed" | "silence.ended" | "window.created" | "window.changed" | "window.deleted" | "operation.started" | "operation.stopped" | "operation.ended" | "backup.taken" | "encryption.rotated";
            /**
             * @description The kind of resource.
             * @enum {string}
             */
            object_type: "webhook" | "token" | "user" | "delivery" | "alert" | "operation" | "silence" | "window" | "database";
            /** @description The id of the resource, which may be deleted; null: the only one of its kind, or a tested draft. */
            object_id: number | null;
            /** @description Its name at that time. */
            object_name: string | null;
            /** @description The changes; empty for actions such as a test. */
            changes: components["schemas"]["FieldChange"][];
            /** @description A note, e.g. `through v6`. */
            note: string | null;
        };
        BriefEvent: {
            /** @enum {string} */
            kind: "alert" | "job_run";
            /** @description The name of the alert or the job. */
            name: string;
            /**
             * Format: date-time
             * @description When it happened, by the monitor's clock.
             */
            at: string;
            /** @description Null for a job run. */
            old_state: ("cleared" | "low" | "medium" | "high") | null;
            /** @description Null for a job run. */
            new_state: ("cleared" | "low" | "medium" | "high") | null;
            /** @description Null for a job run. */
            trigger: ("change" | "acknowledgement" | "resync" | "missed" | "reminder") | null;
            /** @description How the job run ended; null for an alert. */
            status: ("success" | "failure" | "cancelled") | null;
            /** @description The object, if the monitor reported one. */
            object_name: string | null;
            /** @description The server, if the monitor reported one. */
            server_name: string | null;
        };
        BriefWebhook: {
            /** @description The id of the webhook. */
            id: number;
            name: string;
            /** @description A note for people. */
            description: string;
            /** @description Secret parts are `***`; see `show`. */
            url: string;
            /** @description Tags by which people find and group webhooks; null: none. */
            tags: {
                [key: string]: string;
            } | null;
            /** @description Whether the webhook is called. */
            enabled: boolean;
            method: string;
            /** @enum {string} */
            payload_type: "ALERT" | "JOB";
            /** @description Whether it is notified of alerts that become low. */
            low_alert: boolean;
            /** @description Whether it is notified of alerts that become medium. */
            med_alert: boolean;
            /** @description Whether it is notified of alerts that become high. */
            high_alert: boolean;
            /** @description Whether it is notified of alerts that become cleared. */
            cleared_alert: boolean;
            /** @description The matchers of the events that it gets; null: every event. */
            match: string | null;
            /**
             * @description Whether the receiver gets every change, or the current state.
             * @enum {string}
             */
            mode: "every_change" | "current_state";
            /** @description Whether its requests are signed. */
            signed: boolean;
            /** @description The webhook that is notified when its deliveries fail. */
            fallback_webhook_id: number | null;
            /** @description Why the service disabled it; null: it did not. */
            disabled_reason: string | null;
            /** @description The health of its receiver, as in `/v1/webhooks/{id}/health`. */
            health: {
                /** @enum {string} */
                state: "healthy" | "never_called" | "late" | "rejecting" | "failing" | "paused" | "disabled";
                /** @description The same as a sentence. */
                explanation: string;
                /** @description Failed attempts since the last accepted one. */
                failures: number;
                failing_since: string | null;
                paused_until: string | null;
                /** @description Rejected attempts since the last accepted one. */
                rejections: number;
                /** @description When the first of them was rejected; null: there is none. */
                rejecting_since: string | null;
                /** @description The last rejected attempt, in a few words. */
                reject_reason: string | null;
                /** @description When the first attempt was accepted; null: never. */
                first_accepted_at: string | null;
                late_since: string | null;
            };
            /** @description When its last attempt ended; null: never. */
            last_called_at: string | null;
            /** @description When its receiver last accepted an attempt; null: never. */
            last_accepted_at: string | null;
            /** @description Deliveries that have not ended, counted up to 1000. */
            unfinished: number;
            recent_calls: components["schemas"]["RecentCalls"];
            /** @description How many `warnings` its definition has; `/v1/webhooks/{id}/health` has them. */
            warning_count: number;
            /** @description The revision; it grows with each change. */
            revision: number;
            /**
             * Format: date-time
             * @description When it was changed last.
             */
            updated_at: string;
        };
        ChangedDelivery: {
            /** @description The id of the delivery. */
            id: number;
            /** @description The event that it brings. */
            event_id: number;
            /** @description The webhook that it is for. */
            webhook_id: number;
            /**
             * @description waiting: an earlier one for the same alert or job is unfinished; pending: due at `due_at`; sending: under way; delivered, failed, cancelled: ended; superseded: ended unsent because a newer notification replaces it, nothing was left to send, or a silence holds it; outdated: ended unsent because it was older than the `max_age` of its webhook. `last_reason` gives the reason.
             * @enum {string}
             */
            state: "waiting" | "pending" | "sending" | "delivered" | "failed" | "cancelled" | "superseded" | "outdated";
            /** @description Number of attempts, including the one under way. */
            attempts_made: number;
            /** @description When the next attempt is due; null once it has ended, or while its webhook is disabled. */
            due_at: string | null;
            /**
             * Format: date-time
             * @description When it was created: with its event, or later as a fallback or by a reroute.
             */
            created_at: string;
            /** @description When it ended. */
            ended_at: string | null;
            /** @description The last attempt in a few words, e.g. `HTTP 503`. */
            last_reason: string | null;
            /** @description Of what a failure speaks. unreachable: the receiver does not respond, or fails (5xx, 408, 425); endpoint_wrong: its address or credentials (401, 403, a redirect, 404); asks_for_time: it wants no more for a while; rejected: this one notification, which it does not take (400, 413, 422, a rule for answers that is broken). Null: it did not fail, or for a reason of the service. */
            last_failure: ("unreachable" | "endpoint_wrong" | "asks_for_time" | "rejected") | null;
            /** @description Why it was created. change: its event happened; resync, missed, reminder: see its event; fallback: another webhook could not be notified, see `fallback_of`; replay: the operation `operation_id` rerouted it here. Null: its event is no longer kept. */
            trigger: ("change" | "acknowledgement" | "resync" | "missed" | "reminder" | "fallback" | "replay") | null;
            /**
             * @description Order among the deliveries of a webhook. high: an alert raised to high, a failed job, and then clears of high alerts; low: low alerts and successful jobs. Deliveries of one alert share the highest urgency among them.
             * @enum {string}
             */
            urgency: "high" | "normal" | "low";
            /** @description The delivery to another webhook that failed or did not arrive in time. Null: there is none; if `trigger` is `fallback`, the other webhook is disabled and gets no deliveries. */
            fallback_of: number | null;
            /** @description The reroute operation that created it; null: none did. */
            operation_id: number | null;
            /** @description Why it is not sent now; null: nothing holds it, or it is being sent or has ended. */
            waits_for: components["schemas"]["WaitsFor"] | null;
        };
        CheckedTemplate: {
            /** @description Warnings; empty: there are none. */
            warnings: components["schemas"]["Warning"][];
            /**
             * @description How values are escaped under this content type; `GET /v1/templates` describes each.
             * @enum {string}
             */
            escaping: "json" | "json-lines" | "form" | "xml" | "html" | "text";
            /** @description Where the body of the preview stops being JSON; null: it is JSON, or is not sent as JSON. */
            fault: components["schemas"]["TextPosition"] | null;
            /** @description Filled in with the values of a sample. */
            preview: {
                /** @description The name, if one was given. */
                url?: string;
                /** @description In the order they are sent; a name may stand twice. */
                headers?: {
                    name: string;
                    value: string;
                }[];
                body: string;
            };
        };
        ClearedAlert: {
            /** @enum {string} */
            result: "cleared" | "already_cleared";
            /** @description The same in a sentence. */
            detail: string;
            /** @description Null if it was cleared already. */
            event_id: number | null;
            /** @description The number of webhooks that are notified. */
            deliveries: number;
            alert: components["schemas"]["Alert"];
        };
        /** @description A link for this user; send it over a channel that you trust. */
        CreatedInvitation: {
            /** @description Whoever has it can choose the password. It is shown only once. */
            code: string;
            /** @description Append it to the address of the console: `/invitation#<code>`. */
            path: string;
            /**
             * Format: date-time
             * @description When it expires.
             */
            expires_at: string;
        };
        Delivery: {
            /** @description The id of the delivery. */
            id: number;
            /** @description The event that it brings. */
            event_id: number;
            /** @description The webhook that it is for. */
            webhook_id: number;
            /**
             * @description waiting: an earlier one for the same alert or job is unfinished; pending: due at `due_at`; sending: under way; delivered, failed, cancelled: ended; superseded: ended unsent because a newer notification replaces it, nothing was left to send, or a silence holds it; outdated: ended unsent because it was older than the `max_age` of its webhook. `last_reason` gives the reason.
             * @enum {string}
             */
            state: "waiting" | "pending" | "sending" | "delivered" | "failed" | "cancelled" | "superseded" | "outdated";
            /** @description Number of attempts, including the one under way. */
            attempts_made: number;
            /** @description When the next attempt is due; null once it has ended, or while its webhook is disabled. */
            due_at: string | null;
            /**
             * Format: date-time
             * @description When it was created: with its event, or later as a fallback or by a reroute.
             */
            created_at: string;
            /** @description When it ended. */
            ended_at: string | null;
            /** @description The last attempt in a few words, e.g. `HTTP 503`. */
            last_reason: string | null;
            /** @description Of what a failure speaks. unreachable: the receiver does not respond, or fails (5xx, 408, 425); endpoint_wrong: its address or credentials (401, 403, a redirect, 404); asks_for_time: it wants no more for a while; rejected: this one notification, which it does not take (400, 413, 422, a rule for answers that is broken). Null: it did not fail, or for a reason of the service. */
            last_failure: ("unreachable" | "endpoint_wrong" | "asks_for_time" | "rejected") | null;
            /** @description Why it was created. change: its event happened; resync, missed, reminder: see its event; fallback: another webhook could not be notified, see `fallback_of`; replay: the operation `operation_id` rerouted it here. Null: its event is no longer kept. */
            trigger: ("change" | "acknowledgement" | "resync" | "missed" | "reminder" | "fallback" | "replay") | null;
            /**
             * @description Order among the deliveries of a webhook. high: an alert raised to high, a failed job, and then clears of high alerts; low: low alerts and successful jobs. Deliveries of one alert share the highest urgency among them.
             * @enum {string}
             */
            urgency: "high" | "normal" | "low";
            /** @description The delivery to another webhook that failed or did not arrive in time. Null: there is none; if `trigger` is `fallback`, the other webhook is disabled and gets no deliveries. */
            fallback_of: number | null;
            /** @description The reroute operation that created it; null: none did. */
            operation_id: number | null;
        };
        DeliveryOperation: {
            /** @description The id of the operation. */
            id: number;
            /**
             * @description The action on each delivery.
             * @enum {string}
             */
            kind: "retry" | "cancel" | "reroute";
            /** @description The filter; null: all deliveries. Without `state`, its stored filter is damaged, and it fails. */
            filter: {
                state: ("waiting" | "pending" | "sending" | "delivered" | "failed" | "cancelled" | "superseded" | "outdated")[];
                /** @description Only deliveries to this webhook. */
                webhook_id: number | null;
                /** @description Only deliveries of this event. */
                event_id: number | null;
                /** @description Only deliveries of events of this alert. */
                alert_id: number | null;
                /** @description Only deliveries of alerts that came to one of these states. */
                severity: ("cleared" | "low" | "medium" | "high")[] | null;
                /** @description Only deliveries of such events. */
                kind: ("alert" | "job_run") | null;
                /** @description Only deliveries of events with this in the name of their server. */
                server: string | null;
                /** @description Only deliveries of events with this in one of their texts. */
                search: string | null;
                /** @description Only deliveries of events with these labels, each as `name=value`. */
                label: string[] | null;
                /** @description Only deliveries created then or later. */
                from: string | null;
                /** @description Only deliveries created before then. */
                until: string | null;
            };
            /** @description For a reroute: the webhook that is notified instead. */
            webhook_id: number | null;
            /**
             * @description running; done; stopped: somebody stopped it; failed: it could not continue, see `reason`. Changes already made stay.
             * @enum {string}
             */
            state: "running" | "done" | "stopped" | "failed";
            /** @description Why it failed. */
            reason: string | null;
            /** @description Estimated progress from 0 to 1; 1 when it is done. */
            done_share: number;
            /** @description Deliveries that matched the filter. */
            examined: number;
            /** @description Deliveries that were changed. */
            changed: number;
            /** @description Deliveries that were skipped, e.g. because they were being sent. */
            skipped: number;
            /** @description Changed deliveries that were cancelled, by a cancel or a reroute. */
            cancelled: number;
            /** @description For a retry: changed deliveries that wait until their webhook is enabled. */
            webhook_disabled: number;
            /** @description For a reroute: deliveries that the other webhook gets. */
            notified: number;
            /** @description For a reroute: deliveries that the other webhook had already, or was to get; it is not notified twice. */
            already_notified: number;
            /**
             * Format: date-time
             * @description When it was started. Later deliveries are not touched.
             */
            created_at: string;
            /** @description When it ended. */
            ended_at: string | null;
            /** @description The name of the user or token that started it. */
            created_by: string;
        };
        DeliveryWithAttempts: {
            /** @description The id of the delivery. */
            id: number;
            /** @description The event that it brings. */
            event_id: number;
            /** @description The webhook that it is for. */
            webhook_id: number;
            /**
             * @description waiting: an earlier one for the same alert or job is unfinished; pending: due at `due_at`; sending: under way; delivered, failed, cancelled: ended; superseded: ended unsent because a newer notification replaces it, nothing was left to send, or a silence holds it; outdated: ended unsent because it was older than the `max_age` of its webhook. `last_reason` gives the reason.
             * @enum {string}
             */
            state: "waiting" | "pending" | "sending" | "delivered" | "failed" | "cancelled" | "superseded" | "outdated";
            /** @description Number of attempts, including the one under way. */
            attempts_made: number;
            /** @description When the next attempt is due; null once it has ended, or while its webhook is disabled. */
            due_at: string | null;
            /**
             * Format: date-time
             * @description When it was created: with its event, or later as a fallback or by a reroute.
             */
            created_at: string;
            /** @description When it ended. */
            ended_at: string | null;
            /** @description The last attempt in a few words, e.g. `HTTP 503`. */
            last_reason: string | null;
            /** @description Of what a failure speaks. unreachable: the receiver does not respond, or fails (5xx, 408, 425); endpoint_wrong: its address or credentials (401, 403, a redirect, 404); asks_for_time: it wants no more for a while; rejected: this one notification, which it does not take (400, 413, 422, a rule for answers that is broken). Null: it did not fail, or for a reason of the service. */
            last_failure: ("unreachable" | "endpoint_wrong" | "asks_for_time" | "rejected") | null;
            /** @description Why it was created. change: its event happened; resync, missed, reminder: see its event; fallback: another webhook could not be notified, see `fallback_of`; replay: the operation `operation_id` rerouted it here. Null: its event is no longer kept. */
            trigger: ("change" | "acknowledgement" | "resync" | "missed" | "reminder" | "fallback" | "replay") | null;
            /**
             * @description Order among the deliveries of a webhook. high: an alert raised to high, a failed job, and then clears of high alerts; low: low alerts and successful jobs. Deliveries of one alert share the highest urgency among them.
             * @enum {string}
             */
            urgency: "high" | "normal" | "low";
            /** @description The delivery to another webhook that failed or did not arrive in time. Null: there is none; if `trigger` is `fallback`, the other webhook is disabled and gets no deliveries. */
            fallback_of: number | null;
            /** @description The reroute operation that created it; null: none did. */
            operation_id: number | null;
            /** @description The name of the webhook; null: it has been deleted. */
            webhook_name: string | null;
            /** @description Whether the webhook is enabled; null: it has been deleted. */
            webhook_enabled: boolean | null;
            /** @description Why it is not sent now; null: nothing holds it, or it is being sent or has ended. */
            waits_for: components["schemas"]["WaitsFor"] | null;
            /** @description The fallback that is notified because this delivery failed or did not arrive in time; null: none is. */
            escalated: components["schemas"]["FallbackDelivery"] | null;
            /** @description The newest 1000 attempts, oldest first. Beyond a few megabytes, request and response of older ones are null. */
            attempts: components["schemas"]["Attempt"][];
            /** @description The event. */
            event: components["schemas"]["Event"] | null;
        };
        DraftTestRequest: {
            webhook: components["schemas"]["NewWebhook"];
            /** @description The values of this stored event. Also needs the scope deliveries:read. */
            event_id?: number;
            /**
             * @description The values of a sample. If neither is given: `raised` for ALERT, `job_failure` for JOB webhooks.
             * @enum {string}
             */
            sample?: "raised" | "acknowledged" | "cleared" | "job_success" | "job_failure";
        };
        DryRun: {
            /** @description Matching deliveries, counted up to 10000; by severity or kind, the matches among as many of the newest. */
            matching: number;
            /** @description True: there may be more than were counted. */
            more: boolean;
            /** @description Counted deliveries that would be cancelled. */
            cancelled: number;
            /** @description For a retry: deliveries that would wait until their webhook is enabled. */
            webhook_disabled: number;
            /** @description For a reroute: deliveries that the other webhook would get. */
            notified: number;
            /** @description For a reroute: deliveries that the other webhook has already, or is to get. */
            already_notified: number;
        };
        Durations: {
            /** @description The median. */
            median_ms: number;
            /** @description The 99th percentile. */
            p99_ms: number;
        };
        Encryption: {
            /** @description Whether new secrets are encrypted. */
            enabled: boolean;
            /** @description The id of the key that encrypts; null: there is none. */
            current_key: string | null;
            /** @description The ids of all keys that are set, the current one first. */
            keys: string[];
            /** @description How many stored secrets there are under each key, by its id; under `plain` those that are not encrypted. */
            values: {
                [key: string]: number;
            };
        };
        Escaping: {
            /** @enum {string} */
            name: "json" | "json-lines" | "form" | "xml" | "html" | "text";
            description: string;
        };
        Event: components["schemas"]["AlertEvent"] | components["schemas"]["JobRunEvent"];
        EventWithDeliveries: components["schemas"]["AlertEventWithDeliveries"] | components["schemas"]["JobRunEventWithDeliveries"];
        ExplainedDelivery: {
            /** @description The id of the delivery. */
            id: number;
            /** @description The event that it brings. */
            event_id: number;
            /** @description The webhook that it is for. */
            webhook_id: number;
            /**
             * @description waiting: an earlier one for the same alert or job is unfinished; pending: due at `due_at`; sending: under way; delivered, failed, cancelled: ended; superseded: ended unsent because a newer notification replaces it, nothing was left to send, or a silence holds it; outdated: ended unsent because it was older than the `max_age` of its webhook. `last_reason` gives the reason.
             * @enum {string}
             */
            state: "waiting" | "pending" | "sending" | "delivered" | "failed" | "cancelled" | "superseded" | "outdated";
            /** @description Number of attempts, including the one under way. */
            attempts_made: number;
            /** @description When the next attempt is due; null once it has ended, or while its webhook is disabled. */
            due_at: string | null;
            /**
             * Format: date-time
             * @description When it was created: with its event, or later as a fallback or by a reroute.
             */
            created_at: string;
            /** @description When it ended. */
            ended_at: string | null;
            /** @description The last attempt in a few words, e.g. `HTTP 503`. */
            last_reason: string | null;
            /** @description Of what a failure speaks. unreachable: the receiver does not respond, or fails (5xx, 408, 425); endpoint_wrong: its address or credentials (401, 403, a redirect, 404); asks_for_time: it wants no more for a while; rejected: this one notification, which it does not take (400, 413, 422, a rule for answers that is broken). Null: it did not fail, or for a reason of the service. */
            last_failure: ("unreachable" | "endpoint_wrong" | "asks_for_time" | "rejected") | null;
            /** @description Why it was created. change: its event happened; resync, missed, reminder: see its event; fallback: another webhook could not be notified, see `fallback_of`; replay: the operation `operation_id` rerouted it here. Null: its event is no longer kept. */
            trigger: ("change" | "acknowledgement" | "resync" | "missed" | "reminder" | "fallback" | "replay") | null;
            /**
             * @description Order among the deliveries of a webhook. high: an alert raised to high, a failed job, and then clears of high alerts; low: low alerts and successful jobs. Deliveries of one alert share the highest urgency among them.
             * @enum {string}
             */
            urgency: "high" | "normal" | "low";
            /** @description The delivery to another webhook that failed or did not arrive in time. Null: there is none; if `trigger` is `fallback`, the other webhook is disabled and gets no deliveries. */
            fallback_of: number | null;
            /** @description The reroute operation that created it; null: none did. */
            operation_id: number | null;
            /** @description The name of the webhook; null: it has been deleted. */
            webhook_name: string | null;
            /**
             * @description match: the webhook matches the event; closing: it is no longer for the webhook, whose receiver had been notified before and is told so; fallback: another webhook could not be notified, see `fallback_of`; reroute: the operation `operation_id` brought it here.
             * @enum {string}
             */
            because: "match" | "closing" | "fallback" | "reroute";
            /** @description Why it is not sent now; null: nothing holds it, or it is being sent or has ended. */
            waits_for: components["schemas"]["WaitsFor"] | null;
            /** @description The explanation as text. */
            sentence: string;
        };
        ExplainedNotNotified: {
            /** @description The webhook. */
            webhook_id: number;
            /** @description Its name. */
            name: string;
            /**
             * @description made_later: the webhook was created later; payload_type: it is for the other kind of events; state: its flag for the new state is off; acknowledgements: it does not ask for acknowledgements, and this is one; maintenance_windows: it does not ask for maintenance windows, and this is one; match: the event does not meet its matchers; taken_by_others: it gets what no other webhook takes, and another one takes this; silenced: the silence `silence_id` held it; disabled; already_in_sync: it is in current-state mode, and its receiver had that state already or was sent a newer one; not_kept: it was changed since, and how it was then is not kept; unknown: it would have been notified, so its delivery is no longer kept.
             * @enum {string}
             */
            reason: "disabled" | "state" | "match" | "acknowledgements" | "maintenance_windows" | "taken_by_others" | "silenced" | "not_kept" | "unknown" | "already_in_sync" | "made_later" | "payload_type";
            /** @description The silence that held it; null: the reason is another one. */
            silence_id: number | null;
            /** @description True: the webhook was changed or deleted since the event. The reason is that of the event. */
            changed_since: boolean;
            /** @description True: the webhook was deleted since. */
            deleted: boolean;
            /** @description The explanation as text. */
            sentence: string;
        };
        Explanation: {
            event: components["schemas"]["Event"];
            /** @description The webhooks that are notified, and how that goes, oldest first; the newest 100. */
            notified: components["schemas"]["ExplainedDelivery"][];
            notified_counts: components["schemas"]["NotifiedCounts"];
            /** @description The webhooks that are not notified, and why: first those that a change would let know of the next event, by `reason` (disabled, state, match, acknowledgements, maintenance_windows, taken_by_others, silenced, not_kept, unknown, already_in_sync, made_later, payload_type), and then by id; at most 100. */
            not_notified: components["schemas"]["ExplainedNotNotified"][];
            not_notified_counts: components["schemas"]["NotNotifiedCounts"];
            /** @description The silences and webhooks whose patterns are above the budget, and could not tell: such a silence holds nothing, such a webhook is notified. */
            undecided: string[];
        };
        FailingWebhook: {
            /** @description The webhook. */
            id: number;
            name: string;
            /**
             * @description As in `/v1/webhooks/{id}/health`.
             * @enum {string}
             */
            state: "healthy" | "never_called" | "late" | "rejecting" | "failing" | "paused" | "disabled";
            /** @description The same as a sentence. */
            explanation: string;
            /** @description Failed attempts since the last accepted one; 0: the receiver asked for a pause, or rejects what it gets. */
            failures: number;
            /** @description Since when the receiver fails; null: it does not. */
            failing_since: string | null;
            /** @description When the next attempt is made; null: it is not paused. */
            paused_until: string | null;
            /** @description The attempt that caused the pause, in a few words. */
            pause_reason: string | null;
            /** @description Rejected attempts since the last accepted one. */
            rejections: number;
            /** @description When the first of them was rejected; null: there is none. */
            rejecting_since: string | null;
            /** @description The last rejected attempt, in a few words. */
            reject_reason: string | null;
            /** @description When the first attempt was accepted; null: never. */
            first_accepted_at: string | null;
            /** @description Its unfinished deliveries, counted up to 1000. */
            unfinished: number;
        };
        FallbackDelivery: {
            /** @description The delivery to the fallback. */
            delivery_id: number;
            /** @description The fallback. */
            webhook_id: number;
            /** @description Its name; null: it has been deleted. */
            webhook_name: string | null;
        };
        FieldChange: {
            /** @description Which member, e.g. `url` or `http_headers[3]`. */
            field: string;
            /** @description The previous value; null: none. Secrets are `***`. */
            from: string | number | boolean | null;
            /** @description The new value; null: none. Ends with `(changed)` if a hidden part differs. */
            to: string | number | boolean | null;
        };
        FilterEscape: {
            name: string;
            description: string;
        };
        HealthProblem: {
            /**
             * @description The part of the service that has the problem.
             * @enum {string}
             */
            path: "delivery" | "descriptors" | "database" | "matchers";
            /** @description The same as a sentence. */
            message: string;
        };
        /** @description The connection lives. */
        Heartbeat: Record<string, never>;
        Invitation: {
            /**
             * @description `first_admin`: creates the first user. `new_user`, `new_password`: a user chooses a password.
             * @enum {string}
             */
            purpose: "first_admin" | "new_user" | "new_password";
            /** @description The name of the user; null: they choose one. */
            username: string | null;
            /**
             * @description `viewer` sees webhooks and deliveries, `operator` changes them as well and reads the audit log, `admin` does everything.
             * @enum {string}
             */
            role: "viewer" | "operator" | "admin";
            /**
             * Format: date-time
             * @description When it expires.
             */
            expires_at: string;
        };
        InvitationAcceptance: {
            /** @description The part of the link after `#`. */
            code: string;
            /** @description For `first_admin`: the name of the new user. */
            username?: string;
            /** @description 10 to 200 characters of any kind; not the name, and not a common password. */
            password: string;
        };
        InvitationCode: {
            /** @description The part of the link after `#`. */
            code: string;
        };
        InvitedUser: {
            /** @description The id of the user. */
            id: number;
            /** @description The name for signing in. */
            name: string;
            /**
             * @description `viewer` sees webhooks and deliveries, `operator` changes them as well and reads the audit log, `admin` does everything.
             * @enum {string}
             */
            role: "viewer" | "operator" | "admin";
            /** @description True: nobody can sign in as this user. */
            disabled: boolean;
            /** @description False: invited, or signs in by the OpenID provider only. */
            has_password: boolean;
            /** @description Their subject at the OpenID provider; null: none. */
            oidc: {
                issuer: string;
                subject: string;
            } | null;
            /**
             * Format: date-time
             * @description When they were added.
             */
            created_at: string;
            /** @description Null: never. */
            last_sign_in_at: string | null;
            invitation: components["schemas"]["CreatedInvitation"];
        };
        IssuedToken: {
            /** Format: date-time */
            issuedAt: string;
            /**
             * Format: date-time
             * @description When the token expires, 20 minutes later.
             */
            expiresAt: string;
            /** @description Of this service. */
            version: string;
            version_long: string;
            supported_api_versions: number[];
            deprecated_api_versions: number[];
        };
        JobRun: {
            /** @description The id of the run in Tocsin. */
            id: number;
            /**
             * Format: date-time
             * @description When Tocsin stored it.
             */
            accepted_at: string;
            /** @description The event of the run, with its deliveries; null: it is no longer kept. */
            event_id: number | null;
            /** @description Who reported it. */
            source: string;
            /** @description The job, by its id at the scheduler. */
            job_id: string;
            /** @description The run; with source and job it is the identity. */
            run_id: string;
            /** @description The name of the job. */
            name: string;
            /**
             * @description How it ended.
             * @enum {string}
             */
            status: "success" | "failure" | "cancelled";
            /** @description When it started, if that is known. */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it ended.
             */
            ended_at: string;
            /** @description The agent that watches the server. */
            agent: {
                /** @description Its id at the monitor. */
                id: string | null;
                /** @description Its name. */
                name: string | null;
            };
            /** @description The database server. */
            server: {
                /** @description Its id at the monitor. */
                id: string | null;
                /** @description Its name. */
                name: string | null;
                /** @description Host name or address. */
                address: string | null;
                /** @description Its port, as text. */
                port: string | null;
            };
            /** @description The database the job works on. */
            database: string | null;
            /** @description The exit code, as text. */
            exit_code: string | null;
            /** @description What the job printed. */
            output: string | null;
            /** @description The command. */
            command: string | null;
            /** @description Further values of the monitor, by name. */
            labels: {
                [key: string]: string;
            };
        };
        JobRunEvent: {
            /** @description The id of the event. */
            id: number;
            /** @description Who reported it. */
            source: string;
            /** @description The name of the job. */
            name: string;
            /**
             * Format: date-time
             * @description When it happened, by the monitor's clock.
             */
            at: string;
            /**
             * Format: date-time
             * @description When Tocsin stored it.
             */
            accepted_at: string;
            /** @description The job, by its id at the scheduler. */
            job_id: string;
            /** @description The run; with source and job it is the identity. */
            run_id: string;
            /**
             * @description How it ended.
             * @enum {string}
             */
            status: "success" | "failure" | "cancelled";
            /** @description When it started, if that is known. */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it ended.
             */
            ended_at: string;
            /** @description The agent that watches the server. */
            agent: {
                /** @description Its id at the monitor. */
                id: string | null;
                /** @description Its name. */
                name: string | null;
            };
            /** @description The database server. */
            server: {
                /** @description Its id at the monitor. */
                id: string | null;
                /** @description Its name. */
                name: string | null;
                /** @description Host name or address. */
                address: string | null;
                /** @description Its port, as text. */
                port: string | null;
            };
            /** @description The database the job works on. */
            database: string | null;
            /** @description The exit code, as text. */
            exit_code: string | null;
            /** @description What the job printed. */
            output: string | null;
            /** @description The command. */
            command: string | null;
            /** @description Further values of the monitor, by name. */
            labels: {
                [key: string]: string;
            };
            /** @constant */
            kind: "job_run";
            /** @description The job run that ended. */
            job_run_id: number;
        };
        JobRunEventWithDeliveries: {
            /** @description The id of the event. */
            id: number;
            /** @description Who reported it. */
            source: string;
            /** @description The name of the job. */
            name: string;
            /**
             * Format: date-time
             * @description When it happened, by the monitor's clock.
             */
            at: string;
            /**
             * Format: date-time
             * @description When Tocsin stored it.
             */
            accepted_at: string;
            /** @description The job, by its id at the scheduler. */
            job_id: string;
            /** @description The run; with source and job it is the identity. */
            run_id: string;
            /**
             * @description How it ended.
             * @enum {string}
             */
            status: "success" | "failure" | "cancelled";
            /** @description When it started, if that is known. */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it ended.
             */
            ended_at: string;
            /** @description The agent that watches the server. */
            agent: {
                /** @description Its id at the monitor. */
                id: string | null;
                /** @description Its name. */
                name: string | null;
            };
            /** @description The database server. */
            server: {
                /** @description Its id at the monitor. */
                id: string | null;
                /** @description Its name. */
                name: string | null;
                /** @description Host name or address. */
                address: string | null;
                /** @description Its port, as text. */
                port: string | null;
            };
            /** @description The database the job works on. */
            database: string | null;
            /** @description The exit code, as text. */
            exit_code: string | null;
            /** @description What the job printed. */
            output: string | null;
            /** @description The command. */
            command: string | null;
            /** @description Further values of the monitor, by name. */
            labels: {
                [key: string]: string;
            };
            /** @constant */
            kind: "job_run";
            /** @description The job run that ended. */
            job_run_id: number;
            /** @description The deliveries of the event, newest first; at most 500. */
            deliveries: components["schemas"]["Delivery"][];
            /** @description Who is not, and why: first those that a change would let know of the next event, by `reason` (disabled, state, match, acknowledgements, maintenance_windows, taken_by_others, silenced, not_kept, unknown, already_in_sync, made_later, payload_type), and then by id; at most 100. */
            not_notified: components["schemas"]["NotNotified"][];
            not_notified_counts: components["schemas"]["NotNotifiedCounts"];
        };
        /** @description One finished run of a scheduled job. */
        JobRunReport: {
            /** @description The job, by its id at the scheduler. */
            job_id: string | number;
            /** @description The run. The same source, job and run are delivered once, however often they are reported. */
            run_id: string | number;
            /** @description The name of the job. */
            name: string;
            /**
             * @description How it ended.
             * @enum {string}
             */
            status: "success" | "failure" | "cancelled";
            /** @description The source; each source has its own keys. Default: `api`. It must not be `tocsin`, the name of what Tocsin itself reports. */
            source?: string;
            /**
             * Format: date-time
             * @description When it started, if that is known.
             */
            started_at?: string | null;
            /**
             * Format: date-time
             * @description When it ended; now if not given. At most 10 minutes in the future.
             */
            ended_at?: string | null;
            /** @description The agent that watches the server. */
            agent?: {
                /** @description Its id at the monitor. A number is kept as its text; send a string to keep the spelling. */
                id?: string | number | null;
                /** @description Its name. */
                name?: string | null;
            } | null;
            /** @description The database server. */
            server?: {
                /** @description Its id at the monitor. A number is kept as its text; send a string to keep the spelling. */
                id?: string | number | null;
                /** @description Its name. */
                name?: string | null;
                /** @description Host name or address. */
                address?: string | null;
                /** @description Its port. A number is kept as its text; send a string to keep the spelling. */
                port?: string | number | null;
            } | null;
            /** @description The database the job works on. */
            database?: string | null;
            /** @description The exit code. A number is kept as its text; send a string to keep the spelling. */
            exit_code?: string | number | null;
            /** @description What the job printed. What is longer than 65536 characters is cut. */
            output?: string | null;
            /** @description The command. What is longer than 65536 characters is cut. */
            command?: string | null;
            /** @description Further values, by name. All labels together have at most 196608 characters. */
            labels?: {
                [key: string]: string | number | null;
            } | null;
        };
        JobRunResult: {
            /**
             * @description duplicate: the same source, job and run were reported before; nothing changed.
             * @enum {string}
             */
            result: "accepted" | "duplicate";
            /** @description The job run. */
            job_run_id: number;
            /** @description Null for a duplicate. */
            event_id: number | null;
            /** @description The number of webhooks that are notified. */
            deliveries: number;
        };
        ListedDelivery: {
            /** @description The id of the delivery. */
            id: number;
            /** @description The event that it brings. */
            event_id: number;
            /** @description The webhook that it is for. */
            webhook_id: number;
            /**
             * @description waiting: an earlier one for the same alert or job is unfinished; pending: due at `due_at`; sending: under way; delivered, failed, cancelled: ended; superseded: ended unsent because a newer notification replaces it, nothing was left to send, or a silence holds it; outdated: ended unsent because it was older than the `max_age` of its webhook. `last_reason` gives the reason.
             * @enum {string}
             */
            state: "waiting" | "pending" | "sending" | "delivered" | "failed" | "cancelled" | "superseded" | "outdated";
            /** @description Number of attempts, including the one under way. */
            attempts_made: number;
            /** @description When the next attempt is due; null once it has ended, or while its webhook is disabled. */
            due_at: string | null;
            /**
             * Format: date-time
             * @description When it was created: with its event, or later as a fallback or by a reroute.
             */
            created_at: string;
            /** @description When it ended. */
            ended_at: string | null;
            /** @description The last attempt in a few words, e.g. `HTTP 503`. */
            last_reason: string | null;
            /** @description Of what a failure speaks. unreachable: the receiver does not respond, or fails (5xx, 408, 425); endpoint_wrong: its address or credentials (401, 403, a redirect, 404); asks_for_time: it wants no more for a while; rejected: this one notification, which it does not take (400, 413, 422, a rule for answers that is broken). Null: it did not fail, or for a reason of the service. */
            last_failure: ("unreachable" | "endpoint_wrong" | "asks_for_time" | "rejected") | null;
            /** @description Why it was created. change: its event happened; resync, missed, reminder: see its event; fallback: another webhook could not be notified, see `fallback_of`; replay: the operation `operation_id` rerouted it here. Null: its event is no longer kept. */
            trigger: ("change" | "acknowledgement" | "resync" | "missed" | "reminder" | "fallback" | "replay") | null;
            /**
             * @description Order among the deliveries of a webhook. high: an alert raised to high, a failed job, and then clears of high alerts; low: low alerts and successful jobs. Deliveries of one alert share the highest urgency among them.
             * @enum {string}
             */
            urgency: "high" | "normal" | "low";
            /** @description The delivery to another webhook that failed or did not arrive in time. Null: there is none; if `trigger` is `fallback`, the other webhook is disabled and gets no deliveries. */
            fallback_of: number | null;
            /** @description The reroute operation that created it; null: none did. */
            operation_id: number | null;
            /** @description The name of the webhook now; null: it has been deleted. */
            webhook_name: string | null;
            /** @description The event in brief, with at most 1000 characters of each text; null: it is no longer kept. */
            event: components["schemas"]["BriefEvent"] | null;
        };
        /** @description Lists that may have changed. */
        ListsChanged: {
            kinds: ("alerts" | "job-runs" | "deliveries" | "webhooks" | "silences" | "windows")[];
        };
        /** @description One event of the stream. */
        LiveEvent: {
            /** @constant */
            event: "overview";
            data: string;
        } | {
            /** @constant */
            event: "activity";
            data: string;
        } | {
            /** @constant */
            event: "changed";
            data: string;
        } | {
            /** @constant */
            event: "heartbeat";
            data: string;
        } | {
            /** @constant */
            event: "problem";
            data: string;
        };
        /** @description The overview cannot be read. */
        LiveProblem: {
            /** @description Why, in a sentence. */
            message: string;
        };
        MaintenanceWindow: {
            /** @description The maintenance window. */
            id: number;
            /** @description Its name. */
            name: string;
            /** @description The matchers of what it holds. */
            match: string;
            /** @description True: its matchers silence everything. */
            everything: boolean;
            /** @description The webhooks whose notifications it holds; null: all webhooks. */
            webhook_ids: number[] | null;
            /** @description The time zone of its begin and end. */
            zone: string;
            /** @description The time of day at which it begins. */
            begins: string;
            /** @description How long it lasts. */
            for: string;
            /** @description The rule by which it recurs; null: it has days. */
            repeat: string | null;
            /** @description The days on which it begins; null: it has a rule. */
            days: string[] | null;
            /** @description The days on which it does not occur. */
            except: string[];
            /** @description The day from which the rule counts. */
            from: string;
            /**
             * @description hold: it holds job runs; notify_failures: only those that succeeded.
             * @enum {string}
             */
            jobs: "hold" | "notify_failures";
            /** @description Why. */
            reason: string;
            /**
             * @description active: it is under way; pending: it begins later; expired: it occurs no more.
             * @enum {string}
             */
            state: "pending" | "active" | "expired";
            /** @description The silence of the occurrence under way; null: it is not under way. */
            silence_id: number | null;
            /** @description Its next 5 occurrences, the one under way and cancelled ones included. */
            next: components["schemas"]["WindowOccurrence"][];
            /** @description Who created it. */
            created_by: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was changed last.
             */
            updated_at: string;
            /** @description What is probably not meant in its matchers, or would be refused now, and whether its patterns are above the budget, so that it may hold less; empty: nothing. */
            warnings: string[];
        };
        Marker: {
            /** @description Written as `%name%`; upper and lower case matter. */
            name: string;
            /** @description The payload types in which it has a value. */
            payload_types: ("ALERT" | "JOB")[];
            description: string;
            example: string;
        };
        MatchPreview: {
            /** @description Events that were looked at: the newest, at most 1000. */
            examined: number;
            /** @description When the oldest of them was accepted; null: there are none. */
            since: string | null;
            /** @description False: not all of them could be read within 2 s. */
            is_complete: boolean;
            /** @description Events that the webhook would take. */
            matched: number;
            /** @description Raises and changes of alerts among them. */
            raises: number;
            /** @description Clears among them. */
            clears: number;
            /** @description Events among them that it does not take now. */
            added: number;
            /** @description Events that it takes now and would take no longer. */
            removed: number;
            /** @description Some of these events, added and removed ones first. */
            events: {
                /**
                 * @description added: it would take the event from now on; removed: no longer; kept: as before.
                 * @enum {string}
                 */
                change: "added" | "removed" | "kept";
                /** @description The event. */
                event_id: number;
                event: components["schemas"]["BriefEvent"];
            }[];
            /** @description What is probably a mistake: a matcher that no event meets, one that another makes pointless, two spellings, a webhook that would only get clears, or events that would reach nobody. */
            findings: string[];
        };
        /** @description What is left out stays as it is, or has the default of a new webhook. */
        MatchPreviewRequest: {
            /** @description The webhook that is changed; without it the webhook is new. */
            webhook_id?: number;
            /** @description Its matchers; null: every event. Default: those that it has. */
            match?: string | null;
            /**
             * @description Its payload type.
             * @enum {string}
             */
            payload_type?: "ALERT" | "JOB";
            /**
             * @description Its mode.
             * @enum {string}
             */
            mode?: "every_change" | "current_state";
            /** @description Whether it is enabled. */
            enabled?: boolean;
            /** @description Its flag for low. */
            low_alert?: boolean;
            /** @description Its flag for medium. */
            med_alert?: boolean;
            /** @description Its flag for high. */
            high_alert?: boolean;
            /** @description Its flag for cleared. */
            cleared_alert?: boolean;
        };
        ModeChange: {
            /**
             * @description The new mode.
             * @enum {string}
             */
            mode: "every_change" | "current_state";
            /** @description Only counts; nothing is changed. */
            dry_run?: boolean;
        };
        ModeChangeResult: {
            /** @description The webhook. */
            webhook_id: number;
            /**
             * @description The new mode.
             * @enum {string}
             */
            mode: "every_change" | "current_state";
            /** @description Whether this was a dry run. */
            dry_run: boolean;
            /** @description Alerts whose last accepted state is known from the delivery history. */
            from_history: number;
            /** @description Alerts that count as sent because the history does not reach back far enough: their clears are sent. */
            assumed: number;
            /** @description Alerts with a delivery on its way, which count as possibly sent. */
            under_way: number;
            /** @description Alerts from history whose state has changed since: sent by their next change, by a resync, or when the receiver accepts again after failures. */
            out_of_sync: number;
            /** @description To mode `every_change`: open notifications; their clears follow the deliveries that are kept. */
            forgotten: number;
            /** @description The same as text. */
            detail: string;
        };
        NamedTexts: {
            /** @description Before the name, with a dot: `%label.team%`. */
            prefix: string;
            /** @description The payload types in which it has a value. */
            payload_types: ("ALERT" | "JOB")[];
            description: string;
            example: {
                name: string;
                value: string;
            };
        };
        NewAcknowledgement: {
            /** @description What is done about it; whoever looks at the alert reads it. */
            note?: string;
            /**
             * @description How long it counts, from 1m to 30d, e.g. `8h`; without it 1d. It ends before if the alert gets worse than it is now, or clears.
             * @example 8h
             */
            for?: string;
            /**
             * @description Who does it, if that is not the token or user that asks: 1 to 100 characters. Shown as `ada (token bot)`; the audit log has the token or user as well.
             * @example ada
             */
            as?: string;
        };
        NewDeliveryOperation: {
            /**
             * @description retry: failed and cancelled deliveries start again; cancel: waiting and pending ones end; reroute: another webhook gets their events instead.
             * @enum {string}
             */
            kind: "retry" | "cancel" | "reroute";
            /** @description The filter; all members must match. */
            filter?: {
                /** @description Only deliveries in one of these states. If not given: `failed` for retry; `waiting`, `pending` and `sending` for cancel; those four for reroute. */
                state?: ("waiting" | "pending" | "sending" | "delivered" | "failed" | "cancelled" | "superseded" | "outdated")[];
                /** @description True: every state that the action applies to, instead of `state`. */
                undelivered?: boolean;
                /** @description Only deliveries to this webhook. */
                webhook_id?: number;
                /** @description Only deliveries of this event. */
                event_id?: number;
                /** @description Only deliveries of events of this alert. */
                alert_id?: number;
                /** @description Only deliveries of alerts that came to one of these states. */
                severity?: ("cleared" | "low" | "medium" | "high")[];
                /**
                 * @description Only deliveries of such events.
                 * @enum {string}
                 */
                kind?: "alert" | "job_run";
                /** @description Only deliveries of events with this in the name of their server. */
                server?: string;
                /** @description Only deliveries of events with this in one of their texts, as in `/v1/deliveries`. */
                search?: string;
                /** @description Only deliveries of events with all of these labels, each as `name=value`. */
                label?: string[];
                /**
                 * Format: date-time
                 * @description Only deliveries created then or later.
                 */
                from?: string | null;
                /**
                 * Format: date-time
                 * @description Only deliveries created before then.
                 */
                until?: string | null;
            };
            /** @description True: all deliveries, without a filter. An empty filter alone is refused. */
            all?: boolean;
            /** @description For a reroute: the webhook that is notified instead. */
            webhook_id?: number;
            /** @description True: only counts. */
            dry_run?: boolean;
        };
        NewSilence: {
            /**
             * @description The alerts and job runs to hold, in the syntax of the `match` of webhooks.
             * @example server="db-1", name=~"Replication.*"
             */
            match?: string;
            /** @description True: it is meant that everything is silenced. Required for matchers of which none needs a value, such as `name=~".*"`; `match` may then be left out. */
            everything?: boolean;
            /** @description The webhooks whose notifications it holds. Default: all webhooks. */
            webhook_ids?: number[] | null;
            /**
             * Format: date-time
             * @description When it begins. Default: now; a past time counts as now.
             */
            starts_at?: string;
            /**
             * Format: date-time
             * @description When it ends. Either this or `for` is required.
             */
            ends_at?: string;
            /**
             * @description How long it lasts from its begin, or from now if it has begun, e.g. `2h`. Instead of `ends_at`.
             * @example 2h
             */
            for?: string;
            /** @description Why, for whoever asks why nobody was notified. */
            reason: string;
            /**
             * @description Who does it, if that is not the token or user that asks: 1 to 100 characters. Shown as `ada (token bot)`; the audit log has the token or user as well.
             * @example ada
             */
            as?: string;
        };
        NewToken: {
            /** @description Who uses the token. */
            name: string;
            /** @description The scopes of the token. */
            scopes: ("webhooks:read" | "webhooks:write" | "secrets:read" | "events:write" | "traces:write" | "deliveries:read" | "deliveries:write" | "silences:write" | "audit:read" | "admin")[];
            /**
             * @description How long the token is valid, e.g. `90d`: from `1m` to `3650d`. Default: until it is revoked.
             * @example 90d
             */
            expires_in?: string;
        };
        NewUser: {
            /** @description The name for signing in: 1 to 100 characters. Upper and lower case are the same. */
            name: string;
            /**
             * @description `viewer` sees webhooks and deliveries, `operator` changes them as well and reads the audit log, `admin` does everything.
             * @enum {string}
             */
            role: "viewer" | "operator" | "admin";
        };
        NewWebhook: {
            /** @description Webhook name. Names need not be unique. */
            name: string;
            /**
             * @description Target URL: absolute, http or https. Markers such as `%AlertID%` may stand in path and query; their values are percent-encoded.
             * @example https://hooks.example.com/alerts/%AlertID%
             */
            url: string;
            /** @description Whether the webhook is called. */
            enabled?: boolean;
            /** @description Payload template, up to 256 KiB; markers such as `%AlertName%` are replaced by values, escaped as the Content-Type header asks. */
            payload_template?: string;
            /** @description Whether low-severity alerts trigger the webhook. */
            low_alert?: boolean;
            /** @description Whether medium-severity alerts trigger the webhook. */
            med_alert?: boolean;
            /** @description Whether high-severity alerts trigger the webhook. */
            high_alert?: boolean;
            /** @description Whether cleared alerts trigger the webhook. */
            cleared_alert?: boolean;
            /** @description Request method: any HTTP token but CONNECT and TRACE. */
            method?: string;
            /** @description A note for people. */
            description?: string;
            /**
             * @description The kind of events: alerts, or finished job runs.
             * @enum {string}
             */
            payload_type?: "ALERT" | "JOB";
            /** @description Tags by which people find and group webhooks, e.g. `{"team": "dba"}`; a change replaces all of them. Null: none. They do not change what is sent. */
            tags?: {
                [key: string]: string;
            } | null;
            /** @description What a 2xx must be to be accepted, e.g. `[{"part": "status", "equals": 202}, {"member": "ok", "equals": true}]`; each entry has `part` or `member` with `equals`, `not_equals` or `matches`, or it has `contains` or `lacks`, and all must hold. Null: every 2xx is accepted. */
            response_rule?: ({
                /**
                 * @description A part of the response: its status, its content type (`application/json`, in lower case, without parameters; empty if it has none), or its whole body without white space around it.
                 * @enum {string}
                 */
                part?: "status" | "content_type" | "body";
                /** @description A member of the JSON in the body; `result.code` for one inside another. */
                member?: string;
                /** @description With `part`: what it must be. With `member`: its required value; null: the member is null or missing. */
                equals?: string | number | boolean | null;
                /** @description With `part`: what it must not be. `text/html` stands for every web page: `application/xhtml+xml`, and a body that begins with `<!doctype html` or `<html`, whatever its type. */
                not_equals?: string | number;
                /** @description With `part` or `member`: a pattern in the syntax of RE2 that the whole of it must match, up to 2048 characters. */
                matches?: string;
                /** @description A text that the body must contain. */
                contains?: string;
                /** @description A text that the body must not contain. */
                lacks?: string;
            } & (unknown | unknown | unknown | unknown | unknown | unknown | unknown))[] | null;
            /**
             * @description Which events the webhook gets, as matchers in the syntax of Alertmanager, e.g. `label.team="dba", severity!=low`; groups are joined by `or`. `otherwise`: what no other enabled webhook takes. Null: every event of its payload type and flags.
             * @example label.team="dba", severity!=low
             * @example otherwise
             */
            match?: string | null;
            /** @description True: the receiver is also notified when somebody acknowledges an alert that the webhook sends; for chats. Of alerts only. */
            acknowledgements?: boolean;
            /** @description True: the receiver is also notified when a maintenance window begins, whatever its matchers and flags, and, with `cleared_alert`, when it ends; for chats. Of alerts only. */
            maintenance_windows?: boolean;
            /**
             * @description `every_change`: every change, in order. `current_state`: one notification per alert with its current state, and one when it clears; for alerts only. Default of a new webhook: `current_state`, or `every_change` where that does not fit: job runs, only `cleared_alert`, or a `max_age`.
             * @enum {string}
             */
            mode?: "every_change" | "current_state";
            /**
             * @description Alerts that were raised and cleared before anything could be sent: `skip` sends nothing, `notify` sends them once. `notify` in mode `current_state` only.
             * @enum {string}
             */
            missed_alerts?: "skip" | "notify";
            /**
             * @description When the receiver is reminded of an alert that lasts, counted from the last notification that it accepted, e.g. `1h,4h,1d`: after 1 hour, 4 hours later, then every day. Up to 10 distances, each from 1m to 30d; in mode `current_state` only. Null: never.
             * @example 4h
             * @example 1h,4h,1d
             */
            remind?: string | null;
            /**
             * @description Longest time for one attempt, from 100ms to 5m, e.g. `15s`; null: the setting of the server.
             * @example 15s
             */
            timeout?: string | null;
            /**
             * @description Delay before each attempt, the first included, e.g. `0s,5s,1m` or `0s,2h*11`; null: the setting of the server.
             * @example 0s,5s,1m
             * @example 0s,2h*11
             */
            retry_schedule?: string | null;
            /**
             * @description Older notifications are not sent, up to 30d, e.g. `2h`; in mode `every_change` only. Null: no limit.
             * @example 2h
             */
            max_age?: string | null;
            /** @description How many attempts may be under way at once; null: the setting of the server. */
            concurrency?: number | null;
            /**
             * @description At most this many attempts start per period, e.g. `1/1s` or `20/1m`; the others are sent later. Null: no limit.
             * @example 20/1m
             */
            rate_limit?: string | null;
            /**
             * @description How much of a response is read and kept, up to 1mb, e.g. `16kb`; null: the setting of the server.
             * @example 16kb
             */
            response_size_max?: string | null;
            /** @description The webhook that is notified when a delivery of this one ends as failed; null: none. */
            fallback_webhook_id?: number | null;
            /**
             * @description If a delivery has not arrived after this time, the fallback is notified as well; up to 7d, e.g. `5m`; null: 15m.
             * @example 5m
             */
            fallback_after?: string | null;
            /** @description The request that is sent when an alert clears, with the headers of the webhook. In mode `current_state` only. Null: the clear is sent like every other state. */
            clear_request?: {
                /** @description Request method: any HTTP token but CONNECT and TRACE. */
                method: string;
                /**
                 * @description Target URL: absolute, http or https. Markers such as `%AlertID%` may stand in path and query; their values are percent-encoded.
                 * @example https://hooks.example.com/alerts/%AlertID%
                 */
                url: string;
                /** @description Payload template, up to 256 KiB; markers such as `%AlertName%` are replaced by values, escaped as the Content-Type header asks. */
                payload_template: string;
            } | null;
            /** @description How connections to the receiver are secured; null: certificates are checked against the authorities that the system trusts. */
            tls?: {
                /** @description PEM with one or more certificates: only certificates that these issued are trusted. Null: those that the system trusts. */
                ca_certificates?: string | null;
                /** @description PEM: the certificate to present to a receiver that asks for one. */
                client_certificate?: string | null;
                /** @description PEM: the private key of the client certificate. Shown as `***`, sent back it keeps the stored key. */
                client_key?: string | null;
                /** @description True: any certificate is accepted. Anybody on the way to the receiver can read and change everything. */
                insecure?: boolean;
            } | null;
            http_headers?: {
                /** @description Header name, a token of RFC 9110. Those that frame the request (Host, Content-Length, …) are refused. */
                http_header_key: string;
                /** @description Header value, without control characters other than a tab. */
                http_header_value: string;
            }[];
        };
        NewWindow: {
            /** @description Its name; each has another one. */
            name: string;
            /**
             * @description The alerts and job runs to hold, in the syntax of the `match` of webhooks.
             * @example server="db-1", name=~"Replication.*"
             */
            match?: string;
            /** @description True: it is meant that everything is silenced. Required for matchers of which none needs a value, such as `name=~".*"`; `match` may then be left out. */
            everything?: boolean;
            /** @description The webhooks whose notifications it holds. Default: all webhooks. */
            webhook_ids?: number[] | null;
            /**
             * @description The time zone of its begin and end, an IANA name.
             * @example Europe/Berlin
             */
            zone: string;
            /**
             * @description The time of day at which it begins.
             * @example 22:00
             */
            begins: string;
            /**
             * @description How long it lasts, in the time that the clocks of the zone show.
             * @example 4h
             */
            for: string;
            /**
             * @description When it recurs: a rule of RFC 5545 with FREQ (DAILY, WEEKLY, MONTHLY), INTERVAL, BYDAY, BYMONTHDAY and UNTIL (the last day). Either this or `days` is required.
             * @example FREQ=WEEKLY;BYDAY=SU
             */
            repeat?: string | null;
            /**
             * @description The days on which it begins, instead of a rule.
             * @example [
             *       "2026-12-31",
             *       "2027-03-31"
             *     ]
             */
            days?: string[] | null;
            /**
             * @description The day from which the rule counts. Default: today, or the day on which the occurrence that is under way began.
             * @example 2026-12-01
             */
            from?: string;
            /**
             * @description The days on which it does not occur, though it would by its rule or days.
             * @example [
             *       "2026-12-24"
             *     ]
             */
            except?: string[];
            /**
             * @description hold: job runs are not sent, as alerts are not; notify_failures: those that failed or were cancelled are sent. Default: hold.
             * @enum {string}
             */
            jobs?: "hold" | "notify_failures";
            /** @description Why, for whoever asks why nobody was notified. */
            reason: string;
        };
        Node: {
            /** @description Random, made when the process starts. */
            id: string;
            host: string;
            /** @description `api` takes in reports and serves the API, `worker` delivers and does the housekeeping, `all` does both. */
            role: "all" | "api" | "worker";
            /** @description The version that runs there. */
            version: string;
            /** Format: date-time */
            started_at: string;
            /**
             * Format: date-time
             * @description Its last heartbeat, one every 5 seconds. After a minute it leaves the list.
             */
            seen_at: string;
        };
        NotNotified: {
            /** @description The webhook. */
            webhook_id: number;
            /** @description Its name. */
            name: string;
            /**
             * @description made_later: the webhook was created later; payload_type: it is for the other kind of events; state: its flag for the new state is off; acknowledgements: it does not ask for acknowledgements, and this is one; maintenance_windows: it does not ask for maintenance windows, and this is one; match: the event does not meet its matchers; taken_by_others: it gets what no other webhook takes, and another one takes this; silenced: the silence `silence_id` held it; disabled; already_in_sync: it is in current-state mode, and its receiver had that state already or was sent a newer one; not_kept: it was changed since, and how it was then is not kept; unknown: it would have been notified, so its delivery is no longer kept.
             * @enum {string}
             */
            reason: "disabled" | "state" | "match" | "acknowledgements" | "maintenance_windows" | "taken_by_others" | "silenced" | "not_kept" | "unknown" | "already_in_sync" | "made_later" | "payload_type";
            /** @description The silence that held it; null: the reason is another one. */
            silence_id: number | null;
            /** @description True: the webhook was changed or deleted since the event. The reason is that of the event. */
            changed_since: boolean;
            /** @description True: the webhook was deleted since. */
            deleted: boolean;
        };
        /** @description The number of webhooks that are not notified, by reason. */
        NotNotifiedCounts: {
            /** @description Disabled webhooks. */
            disabled: number;
            /** @description Webhooks whose flag for the new state is off. */
            state: number;
            /** @description Webhooks whose matchers the event does not meet. */
            match: number;
            /** @description Webhooks that do not ask for acknowledgements, as the event is one. */
            acknowledgements: number;
            /** @description Webhooks that do not ask for maintenance windows, as the event is one. */
            maintenance_windows: number;
            /** @description Webhooks with `match: otherwise`, because another webhook takes the event. */
            taken_by_others: number;
            /** @description Webhooks whose notification a silence held. */
            silenced: number;
            /** @description Webhooks that would have been notified: their deliveries are no longer kept. */
            unknown: number;
            /** @description Webhooks that were changed since, and of which nothing is kept from then. */
            not_kept: number;
            /** @description Webhooks in current-state mode that were in sync or got a newer state. */
            already_in_sync: number;
            /** @description Webhooks that were created later. */
            made_later: number;
            /** @description Webhooks for the other kind of events. */
            payload_type: number;
        };
        /** @description Who was notified of the present state, by its deliveries. */
        Notified: {
            /** @description Webhooks whose receiver accepted it. */
            notified: number;
            /** @description Webhooks to which it is on the way, or held. */
            on_the_way: number;
            /** @description Webhooks that were not notified: the delivery failed or was cancelled. */
            not_notified: number;
            /** @description Webhooks that were not notified yet, failed ones first; at most 5. */
            exceptions: {
                /** @description The webhook. */
                webhook_id: number;
                /** @description Its name; null: it has been deleted. */
                webhook_name: string | null;
                /**
                 * @description The state of the delivery.
                 * @enum {string}
                 */
                state: "waiting" | "pending" | "sending" | "delivered" | "failed" | "cancelled" | "superseded" | "outdated";
                /** @description The health of its receiver, as in `/v1/webhooks/{id}/health`, if the alert changed more than a minute ago; null: it is not asked for, or the webhook has been deleted. */
                health: ("healthy" | "never_called" | "late" | "rejecting" | "failing" | "paused" | "disabled") | null;
            }[];
        };
        /** @description The number of deliveries in each state. */
        NotifiedCounts: {
            waiting: number;
            pending: number;
            sending: number;
            delivered: number;
            failed: number;
            cancelled: number;
            superseded: number;
            outdated: number;
        };
        /** @description The state of an alert at one moment, from its monitor. A clear keeps what it leaves out (absent or empty) as it was, but for the current value; null empties it. */
        Observation: {
            /** @description The identity of the alert within the source: the same for its raise and its clear. */
            key: string;
            /** @description What is wrong, e.g. `Replication lag`. Required unless `state` is `cleared`. */
            name?: string;
            /**
             * @description How it stands.
             * @enum {string}
             */
            state: "cleared" | "low" | "medium" | "high";
            /** @description The source; each source has its own keys. Default: `api`. It must not be `tocsin`, the name of what Tocsin itself reports. */
            source?: string;
            /**
             * Format: date-time
             * @description Time of the observation; default: its arrival. At most 10 minutes in the future; such a time is shown, and counts as that of its arrival.
             */
            at?: string | null;
            /**
             * Format: date-time
             * @description Since when the condition has held, if that is earlier than `at`.
             */
            since?: string | null;
            /** @description What the alert is about. */
            object?: {
                /** @description What kind of object, e.g. `server` or `table`. */
                type?: string | null;
                /** @description Its name. */
                name?: string | null;
            } | null;
            /** @description The agent that watches the server. */
            agent?: {
                /** @description Its id at the monitor. A number is kept as its text; send a string to keep the spelling. */
                id?: string | number | null;
                /** @description Its name. */
                name?: string | null;
            } | null;
            /** @description The database server. */
            server?: {
                /** @description Its id at the monitor. A number is kept as its text; send a string to keep the spelling. */
                id?: string | number | null;
                /** @description Its name. */
                name?: string | null;
                /** @description Host name or address. */
                address?: string | null;
                /** @description Its port. A number is kept as its text; send a string to keep the spelling. */
                port?: string | number | null;
            } | null;
            /** @description The database. */
            database?: string | null;
            /** @description The schema in the database. */
            schema?: string | null;
            /** @description The package in the schema. */
            package?: string | null;
            /** @description The table, index, … in the schema. */
            database_object?: string | null;
            /** @description What was measured. A number is kept as its text; send a string to keep the spelling. */
            current_value?: string | number | null;
            /** @description What it was compared with. A number is kept as its text; send a string to keep the spelling. */
            threshold_value?: string | number | null;
            /** @description With which parameters it was measured. What is longer than 65536 characters is cut. */
            parameters?: string | null;
            /** @description A text for people. What is longer than 65536 characters is cut. */
            info?: string | null;
            /** @description The page of the monitor about it. */
            source_link?: string | null;
            /** @description Further values, by name. All labels together have at most 196608 characters. */
            labels?: {
                [key: string]: string | number | null;
            } | null;
            /** @description Texts for people, by name. The first 64 are kept; a name is cut to 200 characters and a value to 65536. */
            annotations?: {
                [key: string]: string | number | null;
            } | null;
            /**
             * Format: date-time
             * @description The alert clears at this time (plus TOCSIN_EXPIRY_GRACE) if no observation arrives. Must be later than `at`.
             */
            expires_at?: string | null;
        };
        ObservationResult: {
            /**
             * @description raised, changed, cleared: the state changed, and there is an event; refreshed: the same state again; stale: older than a stored report; ignored: cleared, for an unknown alert (for a day, an older raise of it is stale).
             * @enum {string}
             */
            result: "raised" | "changed" | "cleared" | "refreshed" | "stale" | "ignored";
            /** @description The id of the alert; null: ignored, or stale and unknown. */
            alert_id: number | null;
            /** @description The id of the event; null: the state did not change. */
            event_id: number | null;
            /** @description The number of webhooks that are notified. */
            deliveries: number;
            /** @description Values that Tocsin had to guess. */
            warnings: string[];
        };
        OnCall: {
            /** @description Active alerts that fit the filters. */
            total: number;
            /** @description The same by severity. */
            counts: {
                /** @description Severity high. */
                high: number;
                /** @description Severity medium. */
                medium: number;
                /** @description Severity low. */
                low: number;
            };
            /** @description Servers of these alerts. */
            server_count: number;
            /** @description In the order of their first alerts. */
            servers: {
                /** @description The server; null: alerts whose monitor names none. */
                name: string | null;
                /** @description Its active alerts that fit the filters, shown or not. */
                counts: {
                    /** @description Severity high. */
                    high: number;
                    /** @description Severity medium. */
                    medium: number;
                    /** @description Severity low. */
                    low: number;
                };
                alerts: components["schemas"]["OnCallAlert"][];
            }[];
            /** @description Alerts in this response, at most 100. */
            shown: number;
            /** @description False: there are more active alerts than are shown. */
            is_complete: boolean;
            /** @description False: more than 20000 alerts are active; the counts are those of so many. */
            is_counted: boolean;
            /** @description High alerts that notified nobody, of all that are active, whatever the filters. */
            notified_nobody: {
                /** @description How many. */
                count: number;
                /** @description The oldest of them, at most 5. */
                alerts: {
                    /** @description The alert. */
                    id: number;
                    name: string;
                    /** @description Its server; null: its monitor names none. */
                    server_name: string | null;
                }[];
            };
        };
        OnCallAlert: {
            /** @description Stays the same from raise to clear and beyond. */
            id: number;
            /** @description Who reported it. */
            source: string;
            /** @description Its identity within the source. */
            key: string;
            /** @description The problem, in the words of the monitor. */
            name: string;
            /**
             * @description The present state.
             * @enum {string}
             */
            state: "cleared" | "low" | "medium" | "high";
            /**
             * Format: date-time
             * @description When it was raised; if it is cleared, when it cleared.
             */
            since: string;
            /**
             * Format: date-time
             * @description When its state changed last.
             */
            changed_at: string;
            /**
             * Format: date-time
             * @description The moment that the newest report speaks of, by the monitor's clock; an end given in whole seconds counts as the end of its second. An older raise is stale.
             */
            observed_at: string;
            /**
             * Format: date-time
             * @description When a monitor last reported it, by the clock of this service.
             */
            last_reported_at: string;
            /** @description It clears at this time if no report arrives; null: only its monitor can clear it. */
            expires_at: string | null;
            /** @description Why it cleared: `monitor`, its monitor reported it; `expired`, its monitor stopped reporting it, so it may not have recovered; `person`, somebody cleared it manually. Null: it is active. */
            ended_by: ("monitor" | "expired" | "person") | null;
            /** @description Who acknowledged it, until when and why; null: nobody. */
            acknowledgement: {
                /** @description Who acknowledged it; `ada (token bot)` if the token bot named ada (`as`). */
                by: string;
                /**
                 * @description The state that was acknowledged. The acknowledgement ends when the alert is worse than this.
                 * @enum {string}
                 */
                state: "cleared" | "low" | "medium" | "high";
                /** @description What they do about it. */
                note: string | null;
                /**
                 * Format: date-time
                 * @description When.
                 */
                at: string;
                /**
                 * Format: date-time
                 * @description When it ends, unless the alert gets worse than `state` or clears before.
                 */
                until: string;
            } | null;
            /** @description The active silences that cover it, for all webhooks or for some; none if it is cleared. */
            silenced_by: number[];
            /** @description False: not all active silences could look at all of it. The patterns of one are above their budget, and it holds nothing of the alert; or those before took 2 s in this view, and `silenced_by` may lack some. */
            all_silences_seen: boolean;
            /** @description What the alert is about. */
            object: {
                /** @description What kind of object, e.g. `server` or `table`. */
                type: string | null;
                /** @description Its name. */
                name: string | null;
            };
            /** @description The agent that watches the server. */
            agent: {
                /** @description Its id at the monitor. */
                id: string | null;
                /** @description Its name. */
                name: string | null;
            };
            /** @description The database server. */
            server: {
                /** @description Its id at the monitor. */
                id: string | null;
                /** @description Its name. */
                name: string | null;
                /** @description Host name or address. */
                address: string | null;
                /** @description Its port, as text. */
                port: string | null;
            };
            /** @description The database. */
            database: string | null;
            /** @description The schema in the database. */
            schema: string | null;
            /** @description The package in the schema. */
            package: string | null;
            /** @description The table, index, … in the schema. */
            database_object: string | null;
            /** @description What was measured; null in a clear that says no value. */
            current_value: string | null;
            /** @description What was measured last while the alert was raised. */
            last_value: string | null;
            /** @description What it was compared with. */
            threshold_value: string | null;
            /** @description With which parameters it was measured. */
            parameters: string | null;
            /** @description A text for people. */
            info: string | null;
            /** @description The page of the monitor about it. */
            source_link: string | null;
            /** @description Further values of the monitor, by name. */
            labels: {
                [key: string]: string;
            };
            /** @description Texts for people, by name. */
            annotations: {
                [key: string]: string;
            };
            /** @description Values that Tocsin had to guess, e.g. an unknown severity. */
            warnings: string[];
            /** @description Observations that arrived too late to count. */
            stale_count: number;
            notified: components["schemas"]["Notified"];
            /** @description No receiver accepted a notification of its present state, none has been on the way for less than a minute, and nobody acknowledged or silenced it. */
            notified_nobody: boolean;
        };
        /** @description Alerts that receivers count as open. */
        OpenNotifications: {
            /** @description One for each alert whose raise was, or may be, sent to a receiver in mode current_state or to a fallback, and whose clear was not sent yet. Counted once a minute; on PostgreSQL estimated beyond 10,000. */
            open: number;
            /** @description TOCSIN_OPEN_NOTIFICATIONS_MAX: above it Tocsin warns. Nothing is refused or removed. */
            max: number;
        };
        Overview: {
            /**
             * Format: date-time
             * @description Time of the overview.
             */
            at: string;
            /**
             * @description healthy: due deliveries are sent; degraded: a receiver rejects everything, or has failed for a minute or five times in a row, deliveries are late by more than a minute, or one of several nodes does not deliver; stopped: nothing is delivered.
             * @enum {string}
             */
            state: "healthy" | "degraded" | "stopped";
            /** @description The problems and since when, as sentences. */
            explanation: string;
            /** @description Unfinished deliveries. */
            backlog: {
                /** @description Behind an earlier delivery of the same alert or job. */
                waiting: number;
                /** @description Due now or later. */
                pending: number;
                /** @description Under way. */
                sending: number;
                /** @description Due time of the most overdue delivery to a webhook that is neither paused nor probed; null: nothing is due. */
                oldest_due_at: string | null;
                paused: components["schemas"]["PausedBacklog"];
            };
            /** @description The last 60 minutes and the one under way, as in `/v1/activity`. */
            last_hour: {
                /** @description Accepted. */
                events: number;
                /** @description Deliveries that arrived. */
                delivered: number;
                /** @description Attempts that failed and are retried. */
                retried: number;
                /** @description Deliveries that failed for good. */
                failed: number;
            };
            webhooks: {
                /** @description All webhooks. */
                total: number;
                /** @description Enabled webhooks. */
                enabled: number;
                /** @description Disabled webhooks. */
                disabled: number;
                /** @description Enabled webhooks whose last attempt failed and that are not paused. */
                failing: number;
                /** @description Enabled webhooks whose receiver rejected something in the last three hours, and has accepted nothing since. */
                rejecting: number;
                /** @description Enabled webhooks that are paused because their receiver failed several times or asked for a pause. */
                paused: number;
                /** @description Paused and rejecting ones that want high alerts. */
                blocked_for_high: number;
                /** @description Enabled webhooks without a finished attempt. */
                never_called: number;
                /** @description Enabled webhooks with a healthy receiver and a delivery that is overdue by more than a minute. */
                late: number;
                /** @description Webhooks that the service disabled, because the receiver responded 410 or the definition is damaged. */
                disabled_by_receiver: number;
            };
            /** @description The 20 webhooks that have been failing or paused for longest. */
            failing: components["schemas"]["FailingWebhook"][];
            /** @description Active alerts. */
            alerts: {
                /** @description Severity high. */
                high: number;
                /** @description Severity medium. */
                medium: number;
                /** @description Severity low. */
                low: number;
                /** @description Active alerts that no monitor has reported for `TOCSIN_STALE_AFTER`, counted up to 100; see `/v1/alerts?stale=true`. */
                stale: number;
            };
            /** @description Events of the last 24 hours that no webhook took, counted up to 1000; see `/v1/events?notified_nobody=true`. */
            notified_nobody: number;
            open_notifications: components["schemas"]["OpenNotifications"];
            nodes: {
                /** @description Processes that share the database. */
                total: number;
                /** @description Nodes that deliver and sent a heartbeat within the last 15 seconds. */
                delivering: number;
            };
        };
        OwnSession: {
            /** @description The id of the session. */
            id: number;
            /**
             * @description `console`: a browser. `token_service`: a program, through `/api/token/`.
             * @enum {string}
             */
            kind: "console" | "token_service";
            /**
             * Format: date-time
             * @description When it was opened.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last used, within some seconds.
             */
            seen_at: string;
            /**
             * Format: date-time
             * @description When it expires; for `console`, use extends it.
             */
            expires_at: string;
            /** @description Where the sign-in came from. */
            address: string;
            /** @description The browser or program, as it names itself. */
            user_agent: string;
            /** @description True: the session of this request. */
            current: boolean;
        };
        PasswordChange: {
            /** @description The present one. */
            current_password: string;
            /** @description 10 to 200 characters of any kind; not the name, and not a common password. */
            new_password: string;
        };
        /** @description Deliveries to receivers that are paused or probed. */
        PausedBacklog: {
            /** @description Their number, counted up to 10000. */
            deliveries: number;
            /** @description The number of webhooks they are for. */
            webhooks: number;
            /** @description When the oldest of them was created; null: there is none. */
            oldest_created_at: string | null;
        };
        PlannedWebhook: {
            /** @description Null: it does not exist yet. */
            id: number | null;
            /** @description The name of the webhook. */
            name: string;
            /** @description The members that differ; empty for a deleted or unchanged webhook. */
            changes: components["schemas"]["FieldChange"][];
            /** @description Null: the set names a mode, or a new webhook would get the same. */
            kept_mode: ("every_change" | "current_state") | null;
        };
        PlannedWindow: {
            /** @description Null: it does not exist yet. */
            id: number | null;
            /** @description The name of the maintenance window. */
            name: string;
            /** @description The members that differ; empty for a deleted or unchanged maintenance window. */
            changes: components["schemas"]["FieldChange"][];
        };
        PlannedWindows: {
            /** @description Maintenance windows that are created. */
            create: components["schemas"]["PlannedWindow"][];
            /** @description Maintenance windows that are changed. */
            change: components["schemas"]["PlannedWindow"][];
            /** @description Maintenance windows that are deleted. */
            delete: components["schemas"]["PlannedWindow"][];
            /** @description Maintenance windows that are as defined already. */
            unchanged: components["schemas"]["PlannedWindow"][];
        };
        Preset: {
            /** @description Its name in paths, such as `slack-blocks`. */
            id: string;
            name: string;
            /** @description What the receiver shows, in a sentence. */
            summary: string;
            /**
             * @description chat: people read it; incident: it keeps track of problems; push: phones; generic: programs.
             * @enum {string}
             */
            kind: "chat" | "incident" | "push" | "generic";
            /** @description The payload types of the preset; the first one is the default. */
            payload_types: ("ALERT" | "JOB")[];
            /** @description Values that only the user knows. */
            fields: components["schemas"]["PresetField"][];
            method: string;
            /** @description `{{name}}` marks where the value of a field is inserted, `{{user:password}}` two of them as HTTP Basic; also below. */
            url: string;
            /** @description A header with a missing field is left out; among headers of one name the first remaining one counts. */
            http_headers: {
                /** @description Header name, a token of RFC 9110. Those that frame the request (Host, Content-Length, …) are refused. */
                http_header_key: string;
                /** @description Header value, without control characters other than a tab. */
                http_header_value: string;
            }[];
            /** @description The payload template for each payload type. */
            templates: {
                ALERT?: string;
                JOB?: string;
            };
            /**
             * @description The flags of a webhook for alerts.
             * @enum {string}
             */
            mode: "every_change" | "current_state";
            /** @description The request that is sent when an alert clears, with the headers of the webhook. In mode `current_state` only. Null: the clear is sent like every other state. */
            clear_request: {
                /** @description Request method: any HTTP token but CONNECT and TRACE. */
                method: string;
                /** @description Target URL: absolute, http or https. Markers such as `%AlertID%` may stand in path and query; their values are percent-encoded. */
                url: string;
                /** @description Payload template, up to 256 KiB; markers such as `%AlertName%` are replaced by values, escaped as the Content-Type header asks. */
                payload_template: string;
            } | null;
            /** @description The filter for free text, such as `slack`; null: none. */
            escape: string | null;
            /** @description What a 2xx must be to be accepted, e.g. `[{"part": "status", "equals": 202}, {"member": "ok", "equals": true}]`; each entry has `part` or `member` with `equals`, `not_equals` or `matches`, or it has `contains` or `lacks`, and all must hold. Null: every 2xx is accepted. */
            response_rule: ({
                /**
                 * @description A part of the response: its status, its content type (`application/json`, in lower case, without parameters; empty if it has none), or its whole body without white space around it.
                 * @enum {string}
                 */
                part?: "status" | "content_type" | "body";
                /** @description A member of the JSON in the body; `result.code` for one inside another. */
                member?: string;
                /** @description With `part`: what it must be. With `member`: its required value; null: the member is null or missing. */
                equals?: string | number | boolean | null;
                /** @description With `part`: what it must not be. `text/html` stands for every web page: `application/xhtml+xml`, and a body that begins with `<!doctype html` or `<html`, whatever its type. */
                not_equals?: string | number;
                /** @description With `part` or `member`: a pattern in the syntax of RE2 that the whole of it must match, up to 2048 characters. */
                matches?: string;
                /** @description A text that the body must contain. */
                contains?: string;
                /** @description A text that the body must not contain. */
                lacks?: string;
            } & (unknown | unknown | unknown | unknown | unknown | unknown | unknown))[] | null;
            /** @description As for a webhook, e.g. `1/1s`; null: none. */
            rate_limit: string | null;
            /** @description As for a webhook, e.g. `1m`; null: the setting of the server. */
            timeout: string | null;
            /** @description As for a webhook, e.g. `0s,5m,1h`; null: the setting of the server. */
            retry_schedule: string | null;
            /** @description The `response_rule` in words: which responses count as accepted. */
            accepted_by: string;
            /** @description Size limits of the receiver; the templates respect them. */
            limits: components["schemas"]["PresetLimit"][];
            /** @description Notes, a sentence each. */
            notes: string[];
            /** @description The page of the vendor. */
            documentation: string;
        };
        PresetDraftRequest: {
            /** @description The value of each field, by its name, e.g. `{"url": "https://hooks.slack.com/services/…"}`. An empty one counts as not given. */
            fields: {
                [key: string]: string;
            };
            /** @description Name of the webhook; default: the name of the preset. */
            name?: string;
            /**
             * @description The payload type of the webhook; default: the first one of the preset.
             * @enum {string}
             */
            payload_type?: "ALERT" | "JOB";
        };
        PresetField: {
            /** @description Its name in `fields` of a draft. */
            name: string;
            /** @description Its label in a form. */
            label: string;
            /** @description Where to find it, in a sentence. */
            help: string;
            /** @description A regular expression for the whole value, as in an HTML form. */
            pattern: string;
            /** @description The error for a value that does not match: `must be …`. */
            wanted: string;
            /** @description An example value. */
            example: string;
            /** @description Whoever has this value can write to the receiver. */
            secret: boolean;
            required: boolean;
            /** @description Most webhooks need it, required or not. */
            usual: boolean;
            /** @description Its default; null: none. */
            default: string | null;
        };
        PresetLimit: {
            /** @description The limited part; `all`: the whole body. */
            part: string;
            max: number;
            /** @enum {string} */
            unit: "characters" | "bytes" | "entries";
        };
        PresetList: {
            items: components["schemas"]["PresetSummary"][];
        };
        PresetRule: {
            /** @description The preset whose receivers have such an address. */
            preset: string;
            /** @description What a 2xx must be to be accepted, e.g. `[{"part": "status", "equals": 202}, {"member": "ok", "equals": true}]`; each entry has `part` or `member` with `equals`, `not_equals` or `matches`, or it has `contains` or `lacks`, and all must hold. Null: every 2xx is accepted. */
            response_rule: ({
                /**
                 * @description A part of the response: its status, its content type (`application/json`, in lower case, without parameters; empty if it has none), or its whole body without white space around it.
                 * @enum {string}
                 */
                part?: "status" | "content_type" | "body";
                /** @description A member of the JSON in the body; `result.code` for one inside another. */
                member?: string;
                /** @description With `part`: what it must be. With `member`: its required value; null: the member is null or missing. */
                equals?: string | number | boolean | null;
                /** @description With `part`: what it must not be. `text/html` stands for every web page: `application/xhtml+xml`, and a body that begins with `<!doctype html` or `<html`, whatever its type. */
                not_equals?: string | number;
                /** @description With `part` or `member`: a pattern in the syntax of RE2 that the whole of it must match, up to 2048 characters. */
                matches?: string;
                /** @description A text that the body must contain. */
                contains?: string;
                /** @description A text that the body must not contain. */
                lacks?: string;
            } & (unknown | unknown | unknown | unknown | unknown | unknown | unknown))[] | null;
            /** @description The webhook counts a login page as delivered, and this rule would notice it. */
            proposed: boolean;
        };
        PresetSummary: {
            /** @description Its name in paths, such as `slack-blocks`. */
            id: string;
            name: string;
            /** @description What the receiver shows, in a sentence. */
            summary: string;
            /**
             * @description chat: people read it; incident: it keeps track of problems; push: phones; generic: programs.
             * @enum {string}
             */
            kind: "chat" | "incident" | "push" | "generic";
            /** @description The payload types of the preset; the first one is the default. */
            payload_types: ("ALERT" | "JOB")[];
            /** @description Values that only the user knows. */
            fields: components["schemas"]["PresetField"][];
        };
        /** @description RFC 9457. */
        Problem: {
            /** @description Which refusal it is, as a URN; docs/errors.md lists them. */
            type: string;
            title: string;
            status: number;
            /** @description What is wrong and what to do, in a sentence. */
            detail: string;
            /** @description Each wrong field. */
            errors: {
                path: string;
                message: string;
            }[];
            /** @description With 412, if known and the caller may read webhooks: the changes since the revision in `If-Match`. */
            last_changed?: {
                /** @description The present one. */
                revision: number;
                /**
                 * Format: date-time
                 * @description When it was changed last.
                 */
                at: string;
                /** @description Who changed it. */
                by: string;
                /** @description The changed members, as the audit log names them. */
                fields: string[];
            };
        };
        ReceivedResponse: {
            status: number;
            /** @description In the order they are sent; a name may stand twice. */
            headers: {
                name: string;
                value: string;
            }[];
            body: string;
            /** @description True: the stored body was cut. */
            body_truncated: boolean;
        };
        ReceiverState: {
            /** @description The alert. */
            alert_id: number;
            /** @description The name of the alert; null: its event is no longer kept. */
            alert_name: string | null;
            /** @description The object, if the monitor reported one; null: unknown. */
            object_name: string | null;
            /** @description The server, if the monitor reported one; null: unknown. */
            server_name: string | null;
            /** @description The webhook. */
            webhook_id: number;
            /** @description Its name; null: it has been deleted. */
            webhook_name: string | null;
            /**
             * @description The last state that the receiver accepted; cleared: none, or the clear.
             * @enum {string}
             */
            last_sent: "cleared" | "low" | "medium" | "high";
            /** @description A newer state may have reached the receiver, so the current one is sent again. */
            uncertain: boolean;
            /**
             * @description The desired state: the state of the alert, or cleared if the webhook does not get that state (`continues_as`).
             * @enum {string}
             */
            desired: "cleared" | "low" | "medium" | "high";
            /** @description Null: it fits the webhook, has cleared, or its event is no longer kept. */
            continues_as: ("cleared" | "low" | "medium" | "high") | null;
            /** @description The two differ, and no delivery carries the difference: it is sent by the next change, by a resync, when the webhook is enabled, or when the receiver accepts again after failures. */
            out_of_sync: boolean;
            /** @description Since when the two have differed; null: they do not. */
            out_of_sync_since: string | null;
            /** @description When the receiver is reminded of the alert next, if it then still has its state and nothing holds it; null: never. */
            next_reminder_at: string | null;
            /** @description The silence that holds the difference until it ends; null: none does. */
            held_by: number | null;
            /** @description True: it gets this alert as the fallback of another webhook until the alert clears, whatever its own mode and flags. */
            escalated: boolean;
        };
        ReceiverStatesOfAlert: {
            items: components["schemas"]["ReceiverState"][];
        };
        /** @description The last 24 hours. Statistics: a crash loses what was counted in the seconds before it. */
        RecentCalls: {
            /** @description Attempts. */
            attempts: number;
            /** @description Attempts that the receiver accepted. */
            accepted: number;
            /** @description Mean duration of an accepted request in milliseconds; null: there was none. */
            mean_ms: number | null;
            /** @description The same for each hour, oldest first; the last one is not over. */
            hourly: {
                /** @description Attempts. */
                attempts: number;
                /** @description Accepted ones. */
                accepted: number;
            }[];
        };
        ReportTaken: {
            /** @description One per observation, in the order given. */
            results: components["schemas"]["ObservationResult"][];
            /** @description One per job run, in the order given. */
            job_runs?: components["schemas"]["JobRunResult"][];
            /** @description Why nothing was stored, e.g. for a test of the sender. */
            note?: string;
        };
        Resync: {
            /** @description Start over, for example after the URL was changed to another channel: all open alerts are sent again, and no clear of what was sent before. */
            forget?: boolean;
            /** @description Only counts; nothing is changed or sent. */
            dry_run?: boolean;
        };
        Resynced: {
            /** @description The webhook. */
            webhook_id: number;
            /** @description The number of alerts whose state differs from what was last sent. */
            alerts: number;
            /** @description Whether this was a dry run. */
            dry_run: boolean;
            /** @description The same in a sentence. */
            detail: string;
        };
        RotatedEncryption: {
            /** @description The number of newly encrypted values. */
            rotated: number;
            /** @description Whether new secrets are encrypted. */
            enabled: boolean;
            /** @description The id of the key that encrypts; null: there is none. */
            current_key: string | null;
            /** @description The ids of all keys that are set, the current one first. */
            keys: string[];
            /** @description How many stored secrets there are under each key, by its id; under `plain` those that are not encrypted. */
            values: {
                [key: string]: number;
            };
        };
        RotatedSigning: {
            /** @description Whether its requests are signed. */
            signed: boolean;
            /** @description The valid secrets, newest first. Requests carry a signature of each. */
            secrets: components["schemas"]["SigningSecretHint"][];
            /** @description The secret: `whsec_` and 24 to 64 bytes in base64, as the libraries of Standard Webhooks take it. */
            secret: string;
        };
        RoutingTest: {
            /** @description Webhooks that would be notified. */
            notified_count: number;
            /** @description The first 200 of them, by id. */
            notified: {
                /** @description The webhook. */
                webhook_id: number;
                /** @description Its name. */
                name: string;
                /** @description Its matchers; null: it gets every event. */
                match: string | null;
            }[];
            /** @description Webhooks that would not be notified. */
            not_notified_count: number;
            /** @description The first 200 of them, by id. */
            not_notified: {
                /** @description The webhook. */
                webhook_id: number;
                /** @description Its name. */
                name: string;
                /**
                 * @description As in the explanation of an event.
                 * @enum {string}
                 */
                reason: "disabled" | "state" | "match" | "acknowledgements" | "maintenance_windows" | "taken_by_others" | "silenced" | "not_kept" | "unknown" | "already_in_sync" | "made_later" | "payload_type";
                /** @description The reason as text. */
                sentence: string;
            }[];
        };
        RoutingTestRequest: {
            /**
             * @description An alert that is raised (default), or a job run.
             * @enum {string}
             */
            kind?: "alert" | "job_run";
            /**
             * @description The severity of the alert; default `high`.
             * @enum {string}
             */
            severity?: "high" | "medium" | "low";
            /**
             * @description The status of the job run; default `failure`.
             * @enum {string}
             */
            job_status?: "success" | "failure" | "cancelled";
            /** @description The source that reports it. */
            source?: string;
            /** @description The name of the alert or the job. */
            name?: string;
            /** @description The name of the server. */
            server?: string;
            /** @description The name of the object. */
            object?: string;
            /** @description The type of the object. */
            object_type?: string;
            /** @description The database. */
            database?: string;
            /** @description The schema. */
            schema?: string;
            /** @description The name of the agent. */
            agent?: string;
            /** @description Labels. At most 64. */
            labels?: {
                [key: string]: string;
            };
            /** @description Annotations. At most 64. */
            annotations?: {
                [key: string]: string;
            };
        };
        SeenValues: {
            fields: {
                /** @description As matchers name it, e.g. `label.team`. */
                field: string;
                /** @description The 50 values that most events have, the most frequent first. */
                values: string[];
            }[];
        };
        /** @description The request to the receiver; values that are secret are masked. */
        SentRequest: {
            method: string;
            url: string;
            /** @description In the order they are sent; a name may stand twice. */
            headers: {
                name: string;
                value: string;
            }[];
            body: string;
        };
        /** @description Who is calling. */
        Session: {
            /**
             * @description A person, or a token.
             * @enum {string}
             */
            kind: "user" | "token";
            /** @description The name of the user or the token. */
            name: string;
            /** @description Of a user; null for a token. */
            role: ("viewer" | "operator" | "admin") | null;
            /** @description Null for a token. */
            user_id: number | null;
            /** @description What the caller may do. */
            scopes: ("webhooks:read" | "webhooks:write" | "secrets:read" | "events:write" | "traces:write" | "deliveries:read" | "deliveries:write" | "silences:write" | "audit:read" | "admin")[];
            /** @description The value of `X-CSRF-Token` for changes with the cookie; null: no cookie was used. */
            csrf_token: string | null;
            /** @description When the session or token expires; use extends a session of the console; null: never. */
            expires_at: string | null;
        };
        SignIn: {
            /** @description With `password`. */
            username?: string;
            /** @description With `username`. */
            password?: string;
            /** @description Instead of both: a token. The session has its scopes, and ends when it does. */
            token?: string;
        } & (unknown | unknown);
        Signing: {
            /** @description Whether its requests are signed. */
            signed: boolean;
            /** @description The valid secrets, newest first. Requests carry a signature of each. */
            secrets: components["schemas"]["SigningSecretHint"][];
        };
        SigningRotation: {
            /**
             * @description How long earlier secrets stay valid beside the new one, from `0s` to `7d`; default `24h`. Update the receivers within this time.
             * @example 24h
             */
            overlap?: string;
            /** @description The secret: `whsec_` and 24 to 64 bytes in base64, as the libraries of Standard Webhooks take it. Without it the service makes one. */
            secret?: string;
        };
        SigningSecret: {
            /** @description Counts from 1 within the webhook. */
            id: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description It signs until then; null: it is the newest. */
            expires_at: string | null;
            /** @description The secret: `whsec_` and 24 to 64 bytes in base64, as the libraries of Standard Webhooks take it. */
            secret: string;
        };
        SigningSecretHint: {
            /** @description Counts from 1 within the webhook. */
            id: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description It signs until then; null: it is the newest. */
            expires_at: string | null;
            /** @description The last characters of the secret. */
            hint: string;
        };
        SigningSecrets: {
            secrets: components["schemas"]["SigningSecret"][];
        };
        Silence: {
            /** @description The silence. */
            id: number;
            /** @description The matchers of what it holds. */
            match: string;
            /** @description True: its matchers silence everything. */
            everything: boolean;
            /** @description The webhooks whose notifications it holds; null: all webhooks. */
            webhook_ids: number[] | null;
            /**
             * @description pending: it begins later; active: it holds notifications; expired: it has ended.
             * @enum {string}
             */
            state: "pending" | "active" | "expired";
            /**
             * Format: date-time
             * @description When it begins.
             */
            starts_at: string;
            /**
             * Format: date-time
             * @description When it ends, or ended.
             */
            ends_at: string;
            /**
             * @description hold: it holds job runs; notify_failures: only those that succeeded.
             * @enum {string}
             */
            jobs: "hold" | "notify_failures";
            /** @description Why. */
            reason: string;
            /** @description The maintenance window that it is an occurrence of; null: none. */
            window_id: number | null;
            /** @description Who created it; `ada (token bot)` if the token bot named ada (`as`, or `createdBy` of Alertmanager). */
            created_by: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was changed last.
             */
            updated_at: string;
            /** @description When it last held a notification, to the minute; null: it has held none. */
            last_held_at: string | null;
            /** @description Notifications that it holds now, counted up to 10000: one for each alert and webhook. */
            held: number;
            /** @description What is probably not meant in its matchers, or would be refused now, and whether its patterns are above the budget, so that it may hold less; empty: nothing. */
            warnings: string[];
        };
        /** @description Absent members keep their value. `match`, `webhook_ids` and `starts_at` change only before the silence begins. */
        SilenceChange: {
            /**
             * @description The alerts and job runs to hold, in the syntax of the `match` of webhooks.
             * @example server="db-1", name=~"Replication.*"
             */
            match?: string;
            /** @description True: it is meant that everything is silenced. Required for matchers of which none needs a value, such as `name=~".*"`; `match` may then be left out. */
            everything?: boolean;
            /** @description The webhooks whose notifications it holds. Default: all webhooks. */
            webhook_ids?: number[] | null;
            /**
             * Format: date-time
             * @description When it begins. Default: now; a past time counts as now.
             */
            starts_at?: string;
            /**
             * Format: date-time
             * @description When it ends. Either this or `for` is required.
             */
            ends_at?: string;
            /**
             * @description How long it lasts from its begin, or from now if it has begun, e.g. `2h`. Instead of `ends_at`.
             * @example 2h
             */
            for?: string;
            /** @description Why. */
            reason?: string;
        };
        SilencePreview: {
            /** @description Active alerts that it would hold, of the newest 1000. */
            active_alerts: number;
            /** @description The newest 20 of them. */
            alerts: components["schemas"]["SilencedAlert"][];
            /** @description Recent events that it would have held. */
            matched: number;
            /** @description Events that were looked at: the newest changes of alerts and job runs, at most 1000. */
            examined: number;
            /** @description When the oldest of them was accepted; null: there are none. */
            since: string | null;
            /** @description False: not everything could be looked at within 2 s. */
            is_complete: boolean;
            /** @description True: the matchers would silence everything; creating such a silence takes `everything: true`. */
            everything: boolean;
            /** @description What is probably a mistake: a matcher that no event meets, or two spellings. */
            findings: string[];
        };
        SilencePreviewRequest: {
            /**
             * @description The alerts and job runs to hold, in the syntax of the `match` of webhooks.
             * @example server="db-1", name=~"Replication.*"
             */
            match: string;
        };
        SilencedAlert: {
            /** @description The alert. */
            id: number;
            /** @description Its name. */
            name: string;
            /**
             * @description Its severity.
             * @enum {string}
             */
            state: "cleared" | "low" | "medium" | "high";
            /**
             * Format: date-time
             * @description When it was raised.
             */
            since: string;
            /** @description Its server; null: unknown. */
            server_name: string | null;
            /** @description Its object; null: unknown. */
            object_name: string | null;
        };
        SkippedDay: {
            /**
             * @description The day on which the occurrence begins, in the zone of the window.
             * @example 2026-12-06
             */
            day: string;
        };
        /** @description A source of alerts or job runs, with its problems. */
        Source: {
            /** @description The `source` of its alerts and job runs. */
            name: string;
            /** @description Its dialect. */
            dialect: string;
            /**
             * @description `push`: it reports here; `poll`: its database is polled; `listen`: its notifications are received.
             * @enum {string}
             */
            kind: "push" | "poll" | "listen";
            /** @description The path where it reports, or the database that is polled, without user and password. */
            address: string;
            last_reported_at: string | null;
            checked_at: string | null;
            read_until: string | null;
            /** @description Why the last poll failed, and the remedy; null: it succeeded. */
            failure: string | null;
            failing_since: string | null;
            /** @description The latest value that Tocsin had to guess, such as an unknown state; null: none. */
            warning: string | null;
            warned_at: string | null;
        };
        SourceList: {
            items: components["schemas"]["Source"][];
        };
        Status: {
            /** @description What is running. */
            version: string;
            /** @description Unfinished deliveries. */
            backlog: {
                /** @description Behind an earlier delivery of the same alert or job. */
                waiting: number;
                /** @description Due now or later. */
                pending: number;
                /** @description Under way. */
                sending: number;
                /** @description Due time of the most overdue delivery to a webhook that is neither paused nor probed; null: nothing is due. */
                oldest_due_at: string | null;
                paused: components["schemas"]["PausedBacklog"];
            };
            /** @description Webhooks whose receivers fail or asked for a pause; see `/v1/webhooks/{id}/health`. */
            paused_webhooks: number;
            /** @description Webhooks with healthy receivers, but with a delivery that has been due for more than a minute. */
            late_webhooks: number;
            /** @description Webhooks whose receivers rejected something in the last three hours, and have accepted nothing since. */
            rejecting_webhooks: number;
            open_notifications: components["schemas"]["OpenNotifications"];
            /** @description Enabled webhooks that count a login page as delivered, though the preset of their address has a rule that would notice it. */
            rule_proposals: {
                /** @description How many there are. */
                count: number;
                /** @description The first of them, by id. */
                webhooks: {
                    /** @description The webhook. */
                    webhook_id: number;
                    name: string;
                    /** @description The preset whose rule would notice a login page. */
                    preset: string;
                }[];
            };
            /** @description Problems of the node that responds, or of deliveries as a whole; empty: none. */
            problems: components["schemas"]["HealthProblem"][];
            /** @description Attempts under way in this process. */
            in_flight: number;
            /** @description Since the start of this process. */
            uptime_seconds: number;
            /** @description The database. */
            database: {
                engine: "SQLite" | "PostgreSQL";
                /** @description Of the engine; that of the server for PostgreSQL. */
                version: string;
            };
            /** @description The one of `nodes` that sent this response. */
            node: string;
            /** @description The processes that share the database. */
            nodes: components["schemas"]["Node"][];
        };
        TemplateCheck: {
            /** @description The template to look at. */
            payload_template: string;
            /**
             * @description The payload type; default `ALERT`.
             * @enum {string}
             */
            payload_type?: "ALERT" | "JOB";
            /** @description Decides how values are escaped; JSON if not given, here or among `headers`. */
            content_type?: string;
            /** @description An address with markers. */
            url?: string;
            /** @description Headers with markers. */
            headers?: {
                http_header_key: string;
                http_header_value: string;
            }[];
        };
        TemplateVocabulary: {
            markers: components["schemas"]["Marker"][];
            /** @description Markers whose names the monitor chooses. */
            named_texts: components["schemas"]["NamedTexts"][];
            /** @description Filters after a name and a bar: `%AlertName|slack%`; then, or alone, a number of characters: `%AlertName|150%`, `%JobOutput|-150%` for the last ones. Names with a colon are examples. docs/templates.md has their order. */
            filters: components["schemas"]["FilterEscape"][];
            /** @description How values are escaped, by what the Content-Type means. */
            escaping: components["schemas"]["Escaping"][];
            /** @description The template of a webhook that is created without one. */
            defaults: {
                ALERT: string;
                JOB: string;
            };
        };
        TestRequest: {
            change?: components["schemas"]["WebhookChange"];
            /** @description The values of this stored event. Also needs the scope deliveries:read. */
            event_id?: number;
            /**
             * @description The values of a sample. If neither is given: `raised` for ALERT, `job_failure` for JOB webhooks.
             * @enum {string}
             */
            sample?: "raised" | "acknowledged" | "cleared" | "job_success" | "job_failure";
        };
        /** @description A position in a text. */
        TextPosition: {
            /** @description Offset from the start, in UTF-16 code units. */
            offset: number;
            /** @description The measured amount; null: unknown. */
            length: number;
            /** @description The line, from 1. */
            line: number;
            /** @description The column, from 1, in characters. */
            column: number;
        };
        /** @description Duration of each phase; phases that did not happen are absent. */
        Timing: {
            /** @description The DNS query; absent on a connection that was kept. */
            dns_ms?: number;
            /** @description The TCP handshake; absent on a connection that was kept. */
            connect_ms?: number;
            /** @description The TLS handshake. */
            tls_ms?: number;
            /** @description From the start to the first byte of the response. */
            first_byte_ms?: number;
            /** @description Duration from start to end. */
            total_ms: number;
        };
        Token: {
            /** @description The id of the token. */
            id: number;
            /** @description Who uses it. */
            name: string;
            /** @description The scopes of the token. */
            scopes: ("webhooks:read" | "webhooks:write" | "secrets:read" | "events:write" | "traces:write" | "deliveries:read" | "deliveries:write" | "silences:write" | "audit:read" | "admin")[];
            /** @description The first characters of its secret. */
            prefix: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description When it expires; null: never. */
            expires_at: string | null;
            /** @description When it was revoked. */
            revoked_at: string | null;
            /** @description When it was last used, within 10 seconds. */
            last_used_at: string | null;
        };
        TokenServiceCredentials: {
            /** @description The name of a user. */
            username: string;
            /** @description Their password. */
            password: string;
        };
        TokenWithSecret: {
            /** @description The id of the token. */
            id: number;
            /** @description Who uses it. */
            name: string;
            /** @description The scopes of the token. */
            scopes: ("webhooks:read" | "webhooks:write" | "secrets:read" | "events:write" | "traces:write" | "deliveries:read" | "deliveries:write" | "silences:write" | "audit:read" | "admin")[];
            /** @description The first characters of its secret. */
            prefix: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /** @description When it expires; null: never. */
            expires_at: string | null;
            /** @description When it was revoked. */
            revoked_at: string | null;
            /** @description When it was last used, within 10 seconds. */
            last_used_at: string | null;
            /** @description The secret. It is shown this once only. */
            token: string;
        };
        User: {
            /** @description The id of the user. */
            id: number;
            /** @description The name for signing in. */
            name: string;
            /**
             * @description `viewer` sees webhooks and deliveries, `operator` changes them as well and reads the audit log, `admin` does everything.
             * @enum {string}
             */
            role: "viewer" | "operator" | "admin";
            /** @description True: nobody can sign in as this user. */
            disabled: boolean;
            /** @description False: invited, or signs in by the OpenID provider only. */
            has_password: boolean;
            /** @description Their subject at the OpenID provider; null: none. */
            oidc: {
                issuer: string;
                subject: string;
            } | null;
            /**
             * Format: date-time
             * @description When they were added.
             */
            created_at: string;
            /** @description Null: never. */
            last_sign_in_at: string | null;
        };
        UserChange: {
            /** @description The name for signing in: 1 to 100 characters. Upper and lower case are the same. */
            name?: string;
            /**
             * @description `viewer` sees webhooks and deliveries, `operator` changes them as well and reads the audit log, `admin` does everything.
             * @enum {string}
             */
            role?: "viewer" | "operator" | "admin";
            /** @description True: nobody can sign in as this user. */
            disabled?: boolean;
        };
        WaitsFor: {
            /**
             * @description delivery: an earlier one of the same alert or job goes first; enabling: the webhook is disabled; due_time: the next attempt is due later; pause: its receiver fails, or asked for a pause; probe: its receiver fails, and one delivery at a time is tried; rate_limit: it is due, and is sent when the limits of the webhook allow.
             * @enum {string}
             */
            kind: "delivery" | "enabling" | "due_time" | "pause" | "probe" | "rate_limit";
            /** @description For `delivery`: the earlier one. */
            delivery_id: number | null;
            /** @description For `due_time` and `pause`: until when. */
            until: string | null;
            /** @description For `enabling`: why the service disabled the webhook; for `pause` and `probe`: the attempt that caused it. */
            reason: string | null;
        };
        /** @description Where in the text; absent: the whole text. */
        Warning: {
            /** @description The field, e.g. `http_headers[0].http_header_value`. */
            path: string;
            /** @description The warning. */
            message: string;
            position?: components["schemas"]["TextPosition"];
        };
        WaysToSignIn: {
            /** @description By name and password. */
            password: boolean;
            /** @description By a token. */
            token: boolean;
            /** @description The OpenID provider; null: there is none. */
            oidc: {
                /** @description The name of the provider. */
                name: string;
                /** @description The path at which a browser starts the sign-in. */
                start: string;
            } | null;
            /** @description True: there is no user yet. The service printed a link for the first one when it started. */
            first_admin: boolean;
        };
        Webhook: {
            /** @description The id of the webhook. */
            id: number;
            /** @description Webhook name. Names need not be unique. */
            name: string;
            /** @description Target URL: absolute, http or https. Markers such as `%AlertID%` may stand in path and query; their values are percent-encoded. */
            url: string;
            /** @description Whether the webhook is called. */
            enabled: boolean;
            /** @description Payload template, up to 256 KiB; markers such as `%AlertName%` are replaced by values, escaped as the Content-Type header asks. */
            payload_template: string;
            /** @description Whether low-severity alerts trigger the webhook. */
            low_alert: boolean;
            /** @description Whether medium-severity alerts trigger the webhook. */
            med_alert: boolean;
            /** @description Whether high-severity alerts trigger the webhook. */
            high_alert: boolean;
            /** @description Whether cleared alerts trigger the webhook. */
            cleared_alert: boolean;
            /** @description Request method: any HTTP token but CONNECT and TRACE. */
            method: string;
            /** @description A note for people. */
            description: string;
            /**
             * @description The kind of events: alerts, or finished job runs.
             * @enum {string}
             */
            payload_type: "ALERT" | "JOB";
            /** @description Tags by which people find and group webhooks, e.g. `{"team": "dba"}`; a change replaces all of them. Null: none. They do not change what is sent. */
            tags: {
                [key: string]: string;
            } | null;
            /** @description What a 2xx must be to be accepted, e.g. `[{"part": "status", "equals": 202}, {"member": "ok", "equals": true}]`; each entry has `part` or `member` with `equals`, `not_equals` or `matches`, or it has `contains` or `lacks`, and all must hold. Null: every 2xx is accepted. */
            response_rule: ({
                /**
                 * @description A part of the response: its status, its content type (`application/json`, in lower case, without parameters; empty if it has none), or its whole body without white space around it.
                 * @enum {string}
                 */
                part?: "status" | "content_type" | "body";
                /** @description A member of the JSON in the body; `result.code` for one inside another. */
                member?: string;
                /** @description With `part`: what it must be. With `member`: its required value; null: the member is null or missing. */
                equals?: string | number | boolean | null;
                /** @description With `part`: what it must not be. `text/html` stands for every web page: `application/xhtml+xml`, and a body that begins with `<!doctype html` or `<html`, whatever its type. */
                not_equals?: string | number;
                /** @description With `part` or `member`: a pattern in the syntax of RE2 that the whole of it must match, up to 2048 characters. */
                matches?: string;
                /** @description A text that the body must contain. */
                contains?: string;
                /** @description A text that the body must not contain. */
                lacks?: string;
            } & (unknown | unknown | unknown | unknown | unknown | unknown | unknown))[] | null;
            /** @description Which events the webhook gets, as matchers in the syntax of Alertmanager, e.g. `label.team="dba", severity!=low`; groups are joined by `or`. `otherwise`: what no other enabled webhook takes. Null: every event of its payload type and flags. */
            match: string | null;
            /** @description True: the receiver is also notified when somebody acknowledges an alert that the webhook sends; for chats. Of alerts only. */
            acknowledgements: boolean;
            /** @description True: the receiver is also notified when a maintenance window begins, whatever its matchers and flags, and, with `cleared_alert`, when it ends; for chats. Of alerts only. */
            maintenance_windows: boolean;
            /**
             * @description `every_change`: every change, in order. `current_state`: one notification per alert with its current state, and one when it clears; for alerts only. Default of a new webhook: `current_state`, or `every_change` where that does not fit: job runs, only `cleared_alert`, or a `max_age`.
             * @enum {string}
             */
            mode: "every_change" | "current_state";
            /**
             * @description Alerts that were raised and cleared before anything could be sent: `skip` sends nothing, `notify` sends them once. `notify` in mode `current_state` only.
             * @enum {string}
             */
            missed_alerts: "skip" | "notify";
            /** @description When the receiver is reminded of an alert that lasts, counted from the last notification that it accepted, e.g. `1h,4h,1d`: after 1 hour, 4 hours later, then every day. Up to 10 distances, each from 1m to 30d; in mode `current_state` only. Null: never. */
            remind: string | null;
            /** @description Longest time for one attempt, from 100ms to 5m, e.g. `15s`; null: the setting of the server. */
            timeout: string | null;
            /** @description Delay before each attempt, the first included, e.g. `0s,5s,1m` or `0s,2h*11`; null: the setting of the server. */
            retry_schedule: string | null;
            /** @description Older notifications are not sent, up to 30d, e.g. `2h`; in mode `every_change` only. Null: no limit. */
            max_age: string | null;
            /** @description How many attempts may be under way at once; null: the setting of the server. */
            concurrency: number | null;
            /** @description At most this many attempts start per period, e.g. `1/1s` or `20/1m`; the others are sent later. Null: no limit. */
            rate_limit: string | null;
            /** @description How much of a response is read and kept, up to 1mb, e.g. `16kb`; null: the setting of the server. */
            response_size_max: string | null;
            /** @description The webhook that is notified when a delivery of this one ends as failed; null: none. */
            fallback_webhook_id: number | null;
            /** @description If a delivery has not arrived after this time, the fallback is notified as well; up to 7d, e.g. `5m`; null: 15m. */
            fallback_after: string | null;
            /** @description The request that is sent when an alert clears, with the headers of the webhook. In mode `current_state` only. Null: the clear is sent like every other state. */
            clear_request: {
                /** @description Request method: any HTTP token but CONNECT and TRACE. */
                method: string;
                /** @description Target URL: absolute, http or https. Markers such as `%AlertID%` may stand in path and query; their values are percent-encoded. */
                url: string;
                /** @description Payload template, up to 256 KiB; markers such as `%AlertName%` are replaced by values, escaped as the Content-Type header asks. */
                payload_template: string;
            } | null;
            /** @description How connections to the receiver are secured; null: certificates are checked against the authorities that the system trusts. */
            tls: {
                /** @description PEM with one or more certificates: only certificates that these issued are trusted. Null: those that the system trusts. */
                ca_certificates: string | null;
                /** @description PEM: the certificate to present to a receiver that asks for one. */
                client_certificate: string | null;
                /** @description PEM: the private key of the client certificate. Shown as `***`, sent back it keeps the stored key. */
                client_key: string | null;
                /** @description True: any certificate is accepted. Anybody on the way to the receiver can read and change everything. */
                insecure: boolean;
            } | null;
            /** @description Whether its requests are signed; see `/v1/webhooks/{id}/signing`. */
            signed: boolean;
            /** @description Why the service disabled the webhook; null: it did not. */
            disabled_reason: string | null;
            http_headers: components["schemas"]["WebhookHTTPHeader"][];
            /** @description The revision and ETag; it grows with each change. */
            revision: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was changed last.
             */
            updated_at: string;
        };
        WebhookChange: {
            /** @description Webhook name. Names need not be unique. */
            name?: string;
            /**
             * @description Target URL: absolute, http or https. Markers such as `%AlertID%` may stand in path and query; their values are percent-encoded.
             * @example https://hooks.example.com/alerts/%AlertID%
             */
            url?: string;
            /** @description Whether the webhook is called. */
            enabled?: boolean;
            /** @description Payload template, up to 256 KiB; markers such as `%AlertName%` are replaced by values, escaped as the Content-Type header asks. */
            payload_template?: string;
            /** @description Whether low-severity alerts trigger the webhook. */
            low_alert?: boolean;
            /** @description Whether medium-severity alerts trigger the webhook. */
            med_alert?: boolean;
            /** @description Whether high-severity alerts trigger the webhook. */
            high_alert?: boolean;
            /** @description Whether cleared alerts trigger the webhook. */
            cleared_alert?: boolean;
            /** @description Request method: any HTTP token but CONNECT and TRACE. */
            method?: string;
            /** @description A note for people. */
            description?: string;
            /**
             * @description The kind of events: alerts, or finished job runs.
             * @enum {string}
             */
            payload_type?: "ALERT" | "JOB";
            /** @description Tags by which people find and group webhooks, e.g. `{"team": "dba"}`; a change replaces all of them. Null: none. They do not change what is sent. */
            tags?: {
                [key: string]: string;
            } | null;
            /** @description What a 2xx must be to be accepted, e.g. `[{"part": "status", "equals": 202}, {"member": "ok", "equals": true}]`; each entry has `part` or `member` with `equals`, `not_equals` or `matches`, or it has `contains` or `lacks`, and all must hold. Null: every 2xx is accepted. */
            response_rule?: ({
                /**
                 * @description A part of the response: its status, its content type (`application/json`, in lower case, without parameters; empty if it has none), or its whole body without white space around it.
                 * @enum {string}
                 */
                part?: "status" | "content_type" | "body";
                /** @description A member of the JSON in the body; `result.code` for one inside another. */
                member?: string;
                /** @description With `part`: what it must be. With `member`: its required value; null: the member is null or missing. */
                equals?: string | number | boolean | null;
                /** @description With `part`: what it must not be. `text/html` stands for every web page: `application/xhtml+xml`, and a body that begins with `<!doctype html` or `<html`, whatever its type. */
                not_equals?: string | number;
                /** @description With `part` or `member`: a pattern in the syntax of RE2 that the whole of it must match, up to 2048 characters. */
                matches?: string;
                /** @description A text that the body must contain. */
                contains?: string;
                /** @description A text that the body must not contain. */
                lacks?: string;
            } & (unknown | unknown | unknown | unknown | unknown | unknown | unknown))[] | null;
            /**
             * @description Which events the webhook gets, as matchers in the syntax of Alertmanager, e.g. `label.team="dba", severity!=low`; groups are joined by `or`. `otherwise`: what no other enabled webhook takes. Null: every event of its payload type and flags.
             * @example label.team="dba", severity!=low
             * @example otherwise
             */
            match?: string | null;
            /** @description True: the receiver is also notified when somebody acknowledges an alert that the webhook sends; for chats. Of alerts only. */
            acknowledgements?: boolean;
            /** @description True: the receiver is also notified when a maintenance window begins, whatever its matchers and flags, and, with `cleared_alert`, when it ends; for chats. Of alerts only. */
            maintenance_windows?: boolean;
            /**
             * @description `every_change`: every change, in order. `current_state`: one notification per alert with its current state, and one when it clears; for alerts only. Default of a new webhook: `current_state`, or `every_change` where that does not fit: job runs, only `cleared_alert`, or a `max_age`.
             * @enum {string}
             */
            mode?: "every_change" | "current_state";
            /**
             * @description Alerts that were raised and cleared before anything could be sent: `skip` sends nothing, `notify` sends them once. `notify` in mode `current_state` only.
             * @enum {string}
             */
            missed_alerts?: "skip" | "notify";
            /**
             * @description When the receiver is reminded of an alert that lasts, counted from the last notification that it accepted, e.g. `1h,4h,1d`: after 1 hour, 4 hours later, then every day. Up to 10 distances, each from 1m to 30d; in mode `current_state` only. Null: never.
             * @example 4h
             * @example 1h,4h,1d
             */
            remind?: string | null;
            /**
             * @description Longest time for one attempt, from 100ms to 5m, e.g. `15s`; null: the setting of the server.
             * @example 15s
             */
            timeout?: string | null;
            /**
             * @description Delay before each attempt, the first included, e.g. `0s,5s,1m` or `0s,2h*11`; null: the setting of the server.
             * @example 0s,5s,1m
             * @example 0s,2h*11
             */
            retry_schedule?: string | null;
            /**
             * @description Older notifications are not sent, up to 30d, e.g. `2h`; in mode `every_change` only. Null: no limit.
             * @example 2h
             */
            max_age?: string | null;
            /** @description How many attempts may be under way at once; null: the setting of the server. */
            concurrency?: number | null;
            /**
             * @description At most this many attempts start per period, e.g. `1/1s` or `20/1m`; the others are sent later. Null: no limit.
             * @example 20/1m
             */
            rate_limit?: string | null;
            /**
             * @description How much of a response is read and kept, up to 1mb, e.g. `16kb`; null: the setting of the server.
             * @example 16kb
             */
            response_size_max?: string | null;
            /** @description The webhook that is notified when a delivery of this one ends as failed; null: none. */
            fallback_webhook_id?: number | null;
            /**
             * @description If a delivery has not arrived after this time, the fallback is notified as well; up to 7d, e.g. `5m`; null: 15m.
             * @example 5m
             */
            fallback_after?: string | null;
            /** @description The request that is sent when an alert clears, with the headers of the webhook. In mode `current_state` only. Null: the clear is sent like every other state. */
            clear_request?: {
                /** @description Request method: any HTTP token but CONNECT and TRACE. */
                method: string;
                /**
                 * @description Target URL: absolute, http or https. Markers such as `%AlertID%` may stand in path and query; their values are percent-encoded.
                 * @example https://hooks.example.com/alerts/%AlertID%
                 */
                url: string;
                /** @description Payload template, up to 256 KiB; markers such as `%AlertName%` are replaced by values, escaped as the Content-Type header asks. */
                payload_template: string;
            } | null;
            /** @description How connections to the receiver are secured; null: certificates are checked against the authorities that the system trusts. */
            tls?: {
                /** @description PEM with one or more certificates: only certificates that these issued are trusted. Null: those that the system trusts. */
                ca_certificates?: string | null;
                /** @description PEM: the certificate to present to a receiver that asks for one. */
                client_certificate?: string | null;
                /** @description PEM: the private key of the client certificate. Shown as `***`, sent back it keeps the stored key. */
                client_key?: string | null;
                /** @description True: any certificate is accepted. Anybody on the way to the receiver can read and change everything. */
                insecure?: boolean;
            } | null;
            /** @description The complete new list: entries with an id are kept or changed, entries without one are added, missing ones are deleted. */
            http_headers?: {
                /** @description Identifier of the header entry; never used again after the entry is gone. */
                http_header_id?: number;
                /** @description Header name, a token of RFC 9110. Those that frame the request (Host, Content-Length, …) are refused. */
                http_header_key: string;
                /** @description Header value, without control characters other than a tab. */
                http_header_value: string;
            }[];
        };
        WebhookHTTPHeader: {
            /** @description Identifier of the header entry; never used again after the entry is gone. */
            http_header_id: number;
            /** @description Header name, a token of RFC 9110. Those that frame the request (Host, Content-Length, …) are refused. */
            http_header_key: string;
            /** @description Header value, without control characters other than a tab. */
            http_header_value: string;
        };
        WebhookHealth: {
            /** @description The webhook. */
            webhook_id: number;
            /**
             * @description healthy: its last attempt was accepted; never_called: no attempt has ended yet; late: the receiver is healthy or was never called, but a delivery is overdue by more than a minute; rejecting: the receiver responds, and has accepted nothing since it rejected something; failing: its last attempt failed; paused: nothing is sent before `paused_until`, because the receiver failed several times in a row or asked for a pause; disabled.
             * @enum {string}
             */
            state: "healthy" | "never_called" | "late" | "rejecting" | "failing" | "paused" | "disabled";
            /** @description The same as a sentence. */
            explanation: string;
            /** @description Failed attempts since the last accepted one. */
            failures: number;
            /** @description Since when the receiver fails; null: it does not. */
            failing_since: string | null;
            /** @description When the next attempt is made; null: it is not paused. */
            paused_until: string | null;
            /** @description The attempt that caused the pause, in a few words. */
            pause_reason: string | null;
            /** @description Rejected attempts since the last accepted one. */
            rejections: number;
            /** @description When the first of them was rejected; null: there is none. */
            rejecting_since: string | null;
            /** @description The last rejected attempt, in a few words. */
            reject_reason: string | null;
            /** @description When the first attempt was accepted; null: never. */
            first_accepted_at: string | null;
            /** @description Due time of its most overdue delivery, if the receiver is healthy and that is more than a minute ago; null: nothing is late. */
            late_since: string | null;
            /** @description Deliveries under way. */
            sending: number;
            /** @description Deliveries that are due now or later; counted up to 10000. */
            pending: number;
            /** @description Deliveries that follow an unfinished one of the same alert or job. */
            waiting: number;
            /** @description Open notifications: alerts whose raise was, or may have been, sent and whose clear was not; counted up to 10000. No clear is sent once the webhook is deleted. */
            open_notifications: number;
            /** @description Alerts that are out of sync, and no delivery carries the difference; counted up to 10000. */
            out_of_sync: number;
            /** @description Webhooks that name it as their fallback, at most 100: while there are any, it cannot be deleted. */
            fallback_for: number[];
            /** @description Due time of its most overdue or next delivery. */
            next_due_at: string | null;
            /** @description When its last attempt ended; null: never. */
            last_called_at: string | null;
            /** @description When its receiver last accepted an attempt; null: never. */
            last_accepted_at: string | null;
            /** @description Deliveries that have not ended, counted up to 1000. */
            unfinished: number;
            recent_calls: components["schemas"]["RecentCalls"];
            preset_rule: components["schemas"]["PresetRule"] | null;
            /** @description Warnings; empty: there are none. */
            warnings: components["schemas"]["Warning"][];
        };
        WebhookOfSet: {
            /** @description The name that the webhook is found by; a new name creates a new webhook. */
            name: string;
            /** @description A note for people. */
            description?: string;
            /**
             * @description Target URL: absolute, http or https. Markers such as `%AlertID%` may stand in path and query; their values are percent-encoded.
             * @example https://hooks.example.com/alerts/%AlertID%
             */
            url?: string;
            /** @description Whether the webhook is called. */
            enabled?: boolean;
            /** @description Payload template, up to 256 KiB; markers such as `%AlertName%` are replaced by values, escaped as the Content-Type header asks. */
            payload_template?: string;
            /** @description Whether low-severity alerts trigger the webhook. */
            low_alert?: boolean;
            /** @description Whether medium-severity alerts trigger the webhook. */
            med_alert?: boolean;
            /** @description Whether high-severity alerts trigger the webhook. */
            high_alert?: boolean;
            /** @description Whether cleared alerts trigger the webhook. */
            cleared_alert?: boolean;
            /** @description Request method: any HTTP token but CONNECT and TRACE. */
            method?: string;
            /**
             * @description The kind of events: alerts, or finished job runs.
             * @enum {string}
             */
            payload_type?: "ALERT" | "JOB";
            /** @description Tags by which people find and group webhooks, e.g. `{"team": "dba"}`; a change replaces all of them. Null: none. They do not change what is sent. */
            tags?: {
                [key: string]: string;
            } | null;
            /** @description What a 2xx must be to be accepted, e.g. `[{"part": "status", "equals": 202}, {"member": "ok", "equals": true}]`; each entry has `part` or `member` with `equals`, `not_equals` or `matches`, or it has `contains` or `lacks`, and all must hold. Null: every 2xx is accepted. */
            response_rule?: ({
                /**
                 * @description A part of the response: its status, its content type (`application/json`, in lower case, without parameters; empty if it has none), or its whole body without white space around it.
                 * @enum {string}
                 */
                part?: "status" | "content_type" | "body";
                /** @description A member of the JSON in the body; `result.code` for one inside another. */
                member?: string;
                /** @description With `part`: what it must be. With `member`: its required value; null: the member is null or missing. */
                equals?: string | number | boolean | null;
                /** @description With `part`: what it must not be. `text/html` stands for every web page: `application/xhtml+xml`, and a body that begins with `<!doctype html` or `<html`, whatever its type. */
                not_equals?: string | number;
                /** @description With `part` or `member`: a pattern in the syntax of RE2 that the whole of it must match, up to 2048 characters. */
                matches?: string;
                /** @description A text that the body must contain. */
                contains?: string;
                /** @description A text that the body must not contain. */
                lacks?: string;
            } & (unknown | unknown | unknown | unknown | unknown | unknown | unknown))[] | null;
            /**
             * @description Which events the webhook gets, as matchers in the syntax of Alertmanager, e.g. `label.team="dba", severity!=low`; groups are joined by `or`. `otherwise`: what no other enabled webhook takes. Null: every event of its payload type and flags.
             * @example label.team="dba", severity!=low
             * @example otherwise
             */
            match?: string | null;
            /** @description True: the receiver is also notified when somebody acknowledges an alert that the webhook sends; for chats. Of alerts only. */
            acknowledgements?: boolean;
            /** @description True: the receiver is also notified when a maintenance window begins, whatever its matchers and flags, and, with `cleared_alert`, when it ends; for chats. Of alerts only. */
            maintenance_windows?: boolean;
            /**
             * @description `every_change`: every change, in order. `current_state`: one notification per alert with its current state, and one when it clears; for alerts only. Default of a new webhook: `current_state`, or `every_change` where that does not fit: job runs, only `cleared_alert`, or a `max_age`.
             * @enum {string}
             */
            mode?: "every_change" | "current_state";
            /**
             * @description Alerts that were raised and cleared before anything could be sent: `skip` sends nothing, `notify` sends them once. `notify` in mode `current_state` only.
             * @enum {string}
             */
            missed_alerts?: "skip" | "notify";
            /**
             * @description When the receiver is reminded of an alert that lasts, counted from the last notification that it accepted, e.g. `1h,4h,1d`: after 1 hour, 4 hours later, then every day. Up to 10 distances, each from 1m to 30d; in mode `current_state` only. Null: never.
             * @example 4h
             * @example 1h,4h,1d
             */
            remind?: string | null;
            /**
             * @description Longest time for one attempt, from 100ms to 5m, e.g. `15s`; null: the setting of the server.
             * @example 15s
             */
            timeout?: string | null;
            /**
             * @description Delay before each attempt, the first included, e.g. `0s,5s,1m` or `0s,2h*11`; null: the setting of the server.
             * @example 0s,5s,1m
             * @example 0s,2h*11
             */
            retry_schedule?: string | null;
            /**
             * @description Older notifications are not sent, up to 30d, e.g. `2h`; in mode `every_change` only. Null: no limit.
             * @example 2h
             */
            max_age?: string | null;
            /** @description How many attempts may be under way at once; null: the setting of the server. */
            concurrency?: number | null;
            /**
             * @description At most this many attempts start per period, e.g. `1/1s` or `20/1m`; the others are sent later. Null: no limit.
             * @example 20/1m
             */
            rate_limit?: string | null;
            /**
             * @description How much of a response is read and kept, up to 1mb, e.g. `16kb`; null: the setting of the server.
             * @example 16kb
             */
            response_size_max?: string | null;
            /**
             * @description If a delivery has not arrived after this time, the fallback is notified as well; up to 7d, e.g. `5m`; null: 15m.
             * @example 5m
             */
            fallback_after?: string | null;
            /** @description The request that is sent when an alert clears, with the headers of the webhook. In mode `current_state` only. Null: the clear is sent like every other state. */
            clear_request?: {
                /** @description Request method: any HTTP token but CONNECT and TRACE. */
                method: string;
                /**
                 * @description Target URL: absolute, http or https. Markers such as `%AlertID%` may stand in path and query; their values are percent-encoded.
                 * @example https://hooks.example.com/alerts/%AlertID%
                 */
                url: string;
                /** @description Payload template, up to 256 KiB; markers such as `%AlertName%` are replaced by values, escaped as the Content-Type header asks. */
                payload_template: string;
            } | null;
            /** @description How connections to the receiver are secured; null: certificates are checked against the authorities that the system trusts. */
            tls?: {
                /** @description PEM with one or more certificates: only certificates that these issued are trusted. Null: those that the system trusts. */
                ca_certificates?: string | null;
                /** @description PEM: the certificate to present to a receiver that asks for one. */
                client_certificate?: string | null;
                /** @description PEM: the private key of the client certificate. Shown as `***`, sent back it keeps the stored key. */
                client_key?: string | null;
                /** @description True: any certificate is accepted. Anybody on the way to the receiver can read and change everything. */
                insecure?: boolean;
            } | null;
            /** @description The complete list of headers; with `preset`, in addition to those of the preset. */
            http_headers?: {
                /** @description Header name, a token of RFC 9110. Those that frame the request (Host, Content-Length, …) are refused. */
                http_header_key: string;
                /** @description Header value, without control characters other than a tab. */
                http_header_value: string;
            }[];
            /** @description The name of the webhook that is notified when a delivery of this one ends as failed; null: none. */
            fallback?: string | null;
            /** @description Name of a preset that gives the members that are absent here. */
            preset?: string;
            /** @description The value of each field of the preset, by its name. */
            fields?: {
                [key: string]: string;
            };
            /** @description The newest secret that signs its requests. Absent, null or `***`: signing stays as it is. Earlier secrets stay valid for a day. */
            signing_secret?: string | null;
        };
        WebhookOfSetWarning: {
            /** @description The name of the webhook. */
            name: string;
            /** @description The field, e.g. `http_headers[0].http_header_value`. */
            path: string;
            /** @description The warning. */
            message: string;
        };
        WebhookPreview: {
            request: components["schemas"]["SentRequest"];
            /** @description Warnings; empty: there are none. */
            warnings: components["schemas"]["Warning"][];
        };
        WebhookSet: {
            /** @description The webhooks, found by their names. At most 1000 of them may be created, changed or deleted by one request. */
            webhooks: components["schemas"]["WebhookOfSet"][];
            /**
             * @description Meaning of absent members. `default` (if absent): the default of a new webhook, but for `mode`, which an existing webhook keeps. `keep`: an existing webhook keeps its value. Hidden values (`***`) stand for what an existing webhook has.
             * @enum {string}
             */
            absent?: "default" | "keep";
            /** @description True: webhooks that are not in the set are deleted. */
            prune?: boolean;
            /** @description True: only plans; nothing is changed. */
            dry_run?: boolean;
        };
        WebhookSetPlan: {
            /** @description True: nothing was changed. */
            dry_run: boolean;
            /** @description Webhooks that are created. */
            create: components["schemas"]["PlannedWebhook"][];
            /** @description Webhooks that are changed. */
            change: components["schemas"]["PlannedWebhook"][];
            /** @description Webhooks that are deleted. */
            delete: components["schemas"]["PlannedWebhook"][];
            /** @description Webhooks that are as defined already. */
            unchanged: components["schemas"]["PlannedWebhook"][];
            /** @description Warnings about webhooks that are created or changed. */
            warnings: components["schemas"]["WebhookOfSetWarning"][];
        };
        WebhookTest: {
            /**
             * @description Effect of the response: delivered, retry, or give up.
             * @enum {string}
             */
            outcome: "accept" | "retry" | "refuse";
            /** @description Why, in a few words. */
            reason: string;
            request: components["schemas"]["SentRequest"];
            /** @description The response; null: there was none. */
            response: components["schemas"]["ReceivedResponse"] | null;
            timing: components["schemas"]["Timing"];
            /** @description Warnings; empty: there are none. */
            warnings: components["schemas"]["Warning"][];
        };
        /** @description Absent members keep their value. `days` replace a rule, and a rule the days. */
        WindowChange: {
            /** @description Its name; each has another one. */
            name?: string;
            /**
             * @description The alerts and job runs to hold, in the syntax of the `match` of webhooks.
             * @example server="db-1", name=~"Replication.*"
             */
            match?: string;
            /** @description True: it is meant that everything is silenced. Required for matchers of which none needs a value, such as `name=~".*"`; `match` may then be left out. */
            everything?: boolean;
            /** @description The webhooks whose notifications it holds. Default: all webhooks. */
            webhook_ids?: number[] | null;
            /**
             * @description The time zone of its begin and end, an IANA name.
             * @example Europe/Berlin
             */
            zone?: string;
            /**
             * @description The time of day at which it begins.
             * @example 22:00
             */
            begins?: string;
            /**
             * @description How long it lasts, in the time that the clocks of the zone show.
             * @example 4h
             */
            for?: string;
            /**
             * @description When it recurs: a rule of RFC 5545 with FREQ (DAILY, WEEKLY, MONTHLY), INTERVAL, BYDAY, BYMONTHDAY and UNTIL (the last day). Either this or `days` is required.
             * @example FREQ=WEEKLY;BYDAY=SU
             */
            repeat?: string | null;
            /**
             * @description The days on which it begins, instead of a rule.
             * @example [
             *       "2026-12-31",
             *       "2027-03-31"
             *     ]
             */
            days?: string[] | null;
            /**
             * @description The day from which the rule counts. Default: today, or the day on which the occurrence that is under way began.
             * @example 2026-12-01
             */
            from?: string;
            /**
             * @description The days on which it does not occur, though it would by its rule or days.
             * @example [
             *       "2026-12-24"
             *     ]
             */
            except?: string[];
            /**
             * @description hold: job runs are not sent, as alerts are not; notify_failures: those that failed or were cancelled are sent. Default: hold.
             * @enum {string}
             */
            jobs?: "hold" | "notify_failures";
            /** @description Why. */
            reason?: string;
        };
        /** @description A maintenance window, or only its schedule; what is given is checked. */
        WindowDraft: {
            /** @description Its name; each has another one. */
            name?: string;
            /**
             * @description The alerts and job runs to hold, in the syntax of the `match` of webhooks.
             * @example server="db-1", name=~"Replication.*"
             */
            match?: string;
            /** @description True: it is meant that everything is silenced. Required for matchers of which none needs a value, such as `name=~".*"`; `match` may then be left out. */
            everything?: boolean;
            /** @description The webhooks whose notifications it holds. Default: all webhooks. */
            webhook_ids?: number[] | null;
            /**
             * @description The time zone of its begin and end, an IANA name.
             * @example Europe/Berlin
             */
            zone: string;
            /**
             * @description The time of day at which it begins.
             * @example 22:00
             */
            begins: string;
            /**
             * @description How long it lasts, in the time that the clocks of the zone show.
             * @example 4h
             */
            for: string;
            /**
             * @description When it recurs: a rule of RFC 5545 with FREQ (DAILY, WEEKLY, MONTHLY), INTERVAL, BYDAY, BYMONTHDAY and UNTIL (the last day). Either this or `days` is required.
             * @example FREQ=WEEKLY;BYDAY=SU
             */
            repeat?: string | null;
            /**
             * @description The days on which it begins, instead of a rule.
             * @example [
             *       "2026-12-31",
             *       "2027-03-31"
             *     ]
             */
            days?: string[] | null;
            /**
             * @description The day from which the rule counts. Default: today, or the day on which the occurrence that is under way began.
             * @example 2026-12-01
             */
            from?: string;
            /**
             * @description The days on which it does not occur, though it would by its rule or days.
             * @example [
             *       "2026-12-24"
             *     ]
             */
            except?: string[];
            /**
             * @description hold: job runs are not sent, as alerts are not; notify_failures: those that failed or were cancelled are sent. Default: hold.
             * @enum {string}
             */
            jobs?: "hold" | "notify_failures";
            /** @description Why. */
            reason?: string;
        };
        WindowOccurrence: {
            /**
             * Format: date-time
             * @description When it begins.
             */
            begins_at: string;
            /** @description The day on which it begins, in the zone: by it an occurrence is skipped. */
            day: string;
            /** @description True: it holds nothing, because it is skipped, or its silence was ended before its time. */
            cancelled: boolean;
            /**
             * Format: date-time
             * @description When it ends.
             */
            ends_at: string;
            /** @description When it begins, as the clocks of the zone show it. */
            begins_local: string;
            /** @description When it ends, as the clocks of the zone show it. */
            ends_local: string;
        };
        WindowOccurrences: {
            /** @description Its next 5 occurrences, the one under way and cancelled ones included. */
            next: components["schemas"]["WindowOccurrence"][];
        };
        WindowOfSet: {
            /** @description Its name; each has another one. */
            name: string;
            /**
             * @description The alerts and job runs to hold, in the syntax of the `match` of webhooks.
             * @example server="db-1", name=~"Replication.*"
             */
            match?: string;
            /** @description True: it is meant that everything is silenced. Required for matchers of which none needs a value, such as `name=~".*"`; `match` may then be left out. */
            everything?: boolean;
            /**
             * @description The time zone of its begin and end, an IANA name.
             * @example Europe/Berlin
             */
            zone: string;
            /**
             * @description The time of day at which it begins.
             * @example 22:00
             */
            begins: string;
            /**
             * @description How long it lasts, in the time that the clocks of the zone show.
             * @example 4h
             */
            for: string;
            /**
             * @description When it recurs: a rule of RFC 5545 with FREQ (DAILY, WEEKLY, MONTHLY), INTERVAL, BYDAY, BYMONTHDAY and UNTIL (the last day). Either this or `days` is required.
             * @example FREQ=WEEKLY;BYDAY=SU
             */
            repeat?: string | null;
            /**
             * @description The days on which it begins, instead of a rule.
             * @example [
             *       "2026-12-31",
             *       "2027-03-31"
             *     ]
             */
            days?: string[] | null;
            /**
             * @description The day from which the rule counts. Default: today, or the day on which the occurrence that is under way began.
             * @example 2026-12-01
             */
            from?: string;
            /**
             * @description The days on which it does not occur, though it would by its rule or days.
             * @example [
             *       "2026-12-24"
             *     ]
             */
            except?: string[];
            /**
             * @description hold: job runs are not sent, as alerts are not; notify_failures: those that failed or were cancelled are sent. Default: hold.
             * @enum {string}
             */
            jobs?: "hold" | "notify_failures";
            /** @description Why, for whoever asks why nobody was notified. */
            reason: string;
            /** @description The names of the webhooks whose notifications it holds. Default: all webhooks. */
            webhooks?: string[] | null;
        };
        WindowSet: {
            /** @description The maintenance windows, found by their names. Absent members get their default, but for `from` and `except`, which an existing window keeps. */
            windows: components["schemas"]["WindowOfSet"][];
            /** @description The webhooks, found by their names. At most 1000 of them may be created, changed or deleted by one request. */
            webhooks?: components["schemas"]["WebhookOfSet"][];
            /**
             * @description Meaning of absent members. `default` (if absent): the default of a new webhook, but for `mode`, which an existing webhook keeps. `keep`: an existing webhook keeps its value. Hidden values (`***`) stand for what an existing webhook has.
             * @enum {string}
             */
            absent?: "default" | "keep";
            /** @description True: maintenance windows, and webhooks if there are any, that are not in the set are deleted. */
            prune?: boolean;
            /** @description True: only plans; nothing is changed. */
            dry_run?: boolean;
        };
        WindowSetPlan: {
            /** @description True: nothing was changed. */
            dry_run: boolean;
            /** @description Webhooks that are created. */
            create: components["schemas"]["PlannedWebhook"][];
            /** @description Webhooks that are changed. */
            change: components["schemas"]["PlannedWebhook"][];
            /** @description Webhooks that are deleted. */
            delete: components["schemas"]["PlannedWebhook"][];
            /** @description Webhooks that are as defined already. */
            unchanged: components["schemas"]["PlannedWebhook"][];
            /** @description Warnings about webhooks that are created or changed. */
            warnings: components["schemas"]["WebhookOfSetWarning"][];
            windows: components["schemas"]["PlannedWindows"];
        };
        WrittenWebhook: {
            /** @description The id of the webhook. */
            id: number;
            /** @description Webhook name. Names need not be unique. */
            name: string;
            /** @description Target URL: absolute, http or https. Markers such as `%AlertID%` may stand in path and query; their values are percent-encoded. */
            url: string;
            /** @description Whether the webhook is called. */
            enabled: boolean;
            /** @description Payload template, up to 256 KiB; markers such as `%AlertName%` are replaced by values, escaped as the Content-Type header asks. */
            payload_template: string;
            /** @description Whether low-severity alerts trigger the webhook. */
            low_alert: boolean;
            /** @description Whether medium-severity alerts trigger the webhook. */
            med_alert: boolean;
            /** @description Whether high-severity alerts trigger the webhook. */
            high_alert: boolean;
            /** @description Whether cleared alerts trigger the webhook. */
            cleared_alert: boolean;
            /** @description Request method: any HTTP token but CONNECT and TRACE. */
            method: string;
            /** @description A note for people. */
            description: string;
            /**
             * @description The kind of events: alerts, or finished job runs.
             * @enum {string}
             */
            payload_type: "ALERT" | "JOB";
            /** @description Tags by which people find and group webhooks, e.g. `{"team": "dba"}`; a change replaces all of them. Null: none. They do not change what is sent. */
            tags: {
                [key: string]: string;
            } | null;
            /** @description What a 2xx must be to be accepted, e.g. `[{"part": "status", "equals": 202}, {"member": "ok", "equals": true}]`; each entry has `part` or `member` with `equals`, `not_equals` or `matches`, or it has `contains` or `lacks`, and all must hold. Null: every 2xx is accepted. */
            response_rule: ({
                /**
                 * @description A part of the response: its status, its content type (`application/json`, in lower case, without parameters; empty if it has none), or its whole body without white space around it.
                 * @enum {string}
                 */
                part?: "status" | "content_type" | "body";
                /** @description A member of the JSON in the body; `result.code` for one inside another. */
                member?: string;
                /** @description With `part`: what it must be. With `member`: its required value; null: the member is null or missing. */
                equals?: string | number | boolean | null;
                /** @description With `part`: what it must not be. `text/html` stands for every web page: `application/xhtml+xml`, and a body that begins with `<!doctype html` or `<html`, whatever its type. */
                not_equals?: string | number;
                /** @description With `part` or `member`: a pattern in the syntax of RE2 that the whole of it must match, up to 2048 characters. */
                matches?: string;
                /** @description A text that the body must contain. */
                contains?: string;
                /** @description A text that the body must not contain. */
                lacks?: string;
            } & (unknown | unknown | unknown | unknown | unknown | unknown | unknown))[] | null;
            /** @description Which events the webhook gets, as matchers in the syntax of Alertmanager, e.g. `label.team="dba", severity!=low`; groups are joined by `or`. `otherwise`: what no other enabled webhook takes. Null: every event of its payload type and flags. */
            match: string | null;
            /** @description True: the receiver is also notified when somebody acknowledges an alert that the webhook sends; for chats. Of alerts only. */
            acknowledgements: boolean;
            /** @description True: the receiver is also notified when a maintenance window begins, whatever its matchers and flags, and, with `cleared_alert`, when it ends; for chats. Of alerts only. */
            maintenance_windows: boolean;
            /**
             * @description `every_change`: every change, in order. `current_state`: one notification per alert with its current state, and one when it clears; for alerts only. Default of a new webhook: `current_state`, or `every_change` where that does not fit: job runs, only `cleared_alert`, or a `max_age`.
             * @enum {string}
             */
            mode: "every_change" | "current_state";
            /**
             * @description Alerts that were raised and cleared before anything could be sent: `skip` sends nothing, `notify` sends them once. `notify` in mode `current_state` only.
             * @enum {string}
             */
            missed_alerts: "skip" | "notify";
            /** @description When the receiver is reminded of an alert that lasts, counted from the last notification that it accepted, e.g. `1h,4h,1d`: after 1 hour, 4 hours later, then every day. Up to 10 distances, each from 1m to 30d; in mode `current_state` only. Null: never. */
            remind: string | null;
            /** @description Longest time for one attempt, from 100ms to 5m, e.g. `15s`; null: the setting of the server. */
            timeout: string | null;
            /** @description Delay before each attempt, the first included, e.g. `0s,5s,1m` or `0s,2h*11`; null: the setting of the server. */
            retry_schedule: string | null;
            /** @description Older notifications are not sent, up to 30d, e.g. `2h`; in mode `every_change` only. Null: no limit. */
            max_age: string | null;
            /** @description How many attempts may be under way at once; null: the setting of the server. */
            concurrency: number | null;
            /** @description At most this many attempts start per period, e.g. `1/1s` or `20/1m`; the others are sent later. Null: no limit. */
            rate_limit: string | null;
            /** @description How much of a response is read and kept, up to 1mb, e.g. `16kb`; null: the setting of the server. */
            response_size_max: string | null;
            /** @description The webhook that is notified when a delivery of this one ends as failed; null: none. */
            fallback_webhook_id: number | null;
            /** @description If a delivery has not arrived after this time, the fallback is notified as well; up to 7d, e.g. `5m`; null: 15m. */
            fallback_after: string | null;
            /** @description The request that is sent when an alert clears, with the headers of the webhook. In mode `current_state` only. Null: the clear is sent like every other state. */
            clear_request: {
                /** @description Request method: any HTTP token but CONNECT and TRACE. */
                method: string;
                /** @description Target URL: absolute, http or https. Markers such as `%AlertID%` may stand in path and query; their values are percent-encoded. */
                url: string;
                /** @description Payload template, up to 256 KiB; markers such as `%AlertName%` are replaced by values, escaped as the Content-Type header asks. */
                payload_template: string;
            } | null;
            /** @description How connections to the receiver are secured; null: certificates are checked against the authorities that the system trusts. */
            tls: {
                /** @description PEM with one or more certificates: only certificates that these issued are trusted. Null: those that the system trusts. */
                ca_certificates: string | null;
                /** @description PEM: the certificate to present to a receiver that asks for one. */
                client_certificate: string | null;
                /** @description PEM: the private key of the client certificate. Shown as `***`, sent back it keeps the stored key. */
                client_key: string | null;
                /** @description True: any certificate is accepted. Anybody on the way to the receiver can read and change everything. */
                insecure: boolean;
            } | null;
            /** @description Whether its requests are signed; see `/v1/webhooks/{id}/signing`. */
            signed: boolean;
            /** @description Why the service disabled the webhook; null: it did not. */
            disabled_reason: string | null;
            http_headers: components["schemas"]["WebhookHTTPHeader"][];
            /** @description The revision and ETag; it grows with each change. */
            revision: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was changed last.
             */
            updated_at: string;
            /** @description Warnings; empty: there are none. */
            warnings: components["schemas"]["Warning"][];
        };
    };
    responses: {
        /** @description The caller is known, but its scopes do not cover this operation. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The address and the headers together are larger than 16 KiB. */
        HeadersTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A fault of the service itself; the log has the request id and the cause. */
        Internal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Something in the request is wrong; `errors` names each field and the remedy. */
        InvalidRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is nothing at this address, or nothing with this id. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is larger than the limit. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request did not arrive in time. */
        RequestTimeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many wrong tokens or passwords came; `Retry-After` says when to try again. */
        TooManyRequests: {
            headers: {
                /** @description Seconds to wait. */
                "Retry-After": number;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The token or session is missing, unknown, expired or ended; name and password do not fit; or a signature does not. */
        Unauthorized: {
            headers: {
                /** @description How to come back. */
                "WWW-Authenticate": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The service cannot do this now (overloaded, disk full, stopping); `Retry-After` says when to try again. Unless `detail` says that nothing was changed, the request may have been kept; reports can be sent again without harm. */
        Unavailable: {
            headers: {
                /** @description Seconds to wait. */
                "Retry-After": number;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body has a `Content-Type` or a `Content-Encoding` that is not taken here; `application/json` without a coding always is. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request is in another version of HTTP than 1.1 or 1.0. */
        VersionNotSupported: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Most entries of a page; default 50. A page of long entries has fewer; continue with `next`. */
                limit?: number;
                /** @description `next` of the previous page, unchanged. */
                cursor?: string;
                /** @description `secrets`: the values of headers and the whole URL, instead of `***`. Needs the scope secrets:read. */
                show?: "secrets";
                /** @description Only webhooks with this in their name, in a tag, or in host and path of their URL; case does not matter. */
                search?: string;
                /** @description Only webhooks with this tag, as `name=value`; may stand up to 10 times, and all must match. */
                tag?: string[];
                /** @description Only webhooks that are enabled, or only those that are not. */
                enabled?: boolean;
                /** @description Only webhooks of this payload type. */
                payload_type?: "ALERT" | "JOB";
                /** @description Only webhooks with this health, see `/v1/webhooks/{id}/health`. */
                health?: "healthy" | "never_called" | "late" | "rejecting" | "failing" | "paused" | "disabled";
                /** @description Only webhooks that were not called for so long, such as `30d`, and those never called. */
                not_called_for?: string;
                /** @description `worst`: by health, paused ones first; `last_accepted`: longest without an accepted attempt first; `failures`: most failed attempts of the last 24 hours first; `backlog`: most unfinished deliveries first. An order other than `id` gives one page (`next` is null) and cannot be combined with `cursor`. */
                order?: "id" | "worst" | "last_accepted" | "failures" | "backlog";
                /** @description `brief`: without template, headers and TLS, with health and recent calls of each webhook. */
                view?: "brief";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of webhooks; with `view=brief` of brief ones. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Webhook"][];
                        /** @description The cursor of the next page; null on the last one. */
                        next: string | null;
                    } | {
                        items: components["schemas"]["BriefWebhook"][];
                        /** @description The cursor of the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    applyWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what you read: 412 if it has changed since. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookSet"];
            };
        };
        responses: {
            /** @description The plan, carried out or not. */
            200: {
                headers: {
                    /** @description For `If-Match` on the next request: changes with every change of a webhook. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSetPlan"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            /** @description A webhook has too many signing secrets, or damaged values. Nothing was changed. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Somebody has changed the webhooks since. Nothing was changed. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    createWebhook: {
        parameters: {
            query?: {
                /** @description `secrets`: the values of headers and the whole URL, instead of `***`. Needs the scope secrets:read. */
                show?: "secrets";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description The new webhook. */
            201: {
                headers: {
                    /** @description The path of the new webhook. */
                    Location?: string;
                    /** @description For `If-Match` on a change or delete. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WrittenWebhook"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    getWebhook: {
        parameters: {
            query?: {
                /** @description `secrets`: the values of headers and the whole URL, instead of `***`. Needs the scope secrets:read. */
                show?: "secrets";
            };
            header?: {
                /** @description The ETag of what you have: 304 if it is still the same. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    /** @description For `If-Match` on a change or delete. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description The webhook is still the one that `If-None-Match` names. */
            304: {
                headers: {
                    /** @description The same as before. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what you read: 412 if it has changed since. */
                "If-Match"?: string;
            };
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    /** @description The number of open notifications whose clear is never sent; counted up to 10000. Absent: none. */
                    "Tocsin-Open-Notifications"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description Other webhooks name it as their fallback; the answer says which. Nothing was changed. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The webhook is no longer the one that `If-Match` names. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    changeWebhook: {
        parameters: {
            query?: {
                /** @description `secrets`: the values of headers and the whole URL, instead of `***`. Needs the scope secrets:read. */
                show?: "secrets";
            };
            header?: {
                /** @description The ETag of what you read: 412 if it has changed since. */
                "If-Match"?: string;
            };
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookChange"];
            };
        };
        responses: {
            /** @description The webhook as it is now. */
            200: {
                headers: {
                    /** @description For `If-Match` on a change or delete. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WrittenWebhook"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description Other webhooks name it as their fallback; the answer says which. Nothing was changed. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The webhook is no longer the one that `If-Match` names. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    getWebhookHealth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The health of the webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookHealth"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    resumeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The health of the webhook after that. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookHealth"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description It is disabled. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    listReceiverStates: {
        parameters: {
            query?: {
                /** @description Most entries of a page; default 50. A page of long entries has fewer; continue with `next`. */
                limit?: number;
                /** @description `next` of the previous page, unchanged. */
                cursor?: string;
                /** @description True: only alerts whose last sent state differs from the current one while no delivery carries the difference. */
                out_of_sync?: boolean;
            };
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest alerts first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ReceiverState"][];
                        /** @description The cursor of the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    listReceiverStatesOfAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One for each webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiverStatesOfAlert"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    resyncWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Resync"];
            };
        };
        responses: {
            /** @description What differs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Resynced"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description It is disabled, or in mode `every_change` and follows no alert as a fallback. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    changeWebhookMode: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what you read: 412 if it has changed since. */
                "If-Match"?: string;
            };
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ModeChange"];
            };
        };
        responses: {
            /** @description How many alerts count as sent. */
            200: {
                headers: {
                    /** @description ETag of the webhook, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModeChangeResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description Other webhooks name it as their fallback; the answer says which. Nothing was changed. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The webhook is no longer the one that `If-Match` names. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    previewDraftWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DraftTestRequest"];
            };
        };
        responses: {
            /** @description The request and warnings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookPreview"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The scope of the route is missing, or for `event_id` deliveries:read. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    testDraftWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DraftTestRequest"];
            };
        };
        responses: {
            /** @description Request and response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTest"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The scope of the route is missing, or for `event_id` deliveries:read. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    previewWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TestRequest"];
            };
        };
        responses: {
            /** @description The request and warnings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookPreview"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The scope of the route is missing, or for `event_id` deliveries:read. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TestRequest"];
            };
        };
        responses: {
            /** @description Request and response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTest"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The scope of the route is missing, or for `event_id` deliveries:read. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    getSigning: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secrets, hidden except for their last characters. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Signing"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    deleteSigning: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its requests are not signed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    rotateSigning: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SigningRotation"];
            };
        };
        responses: {
            /** @description The new secret, and all valid ones. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedSigning"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description Too many secrets would be valid. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    getSigningSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The valid secrets, the newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SigningSecrets"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    getTemplateVocabulary: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All markers, in the order of the docs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateVocabulary"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    checkTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateCheck"];
            };
        };
        responses: {
            /** @description Warnings and a preview. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckedTemplate"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    listPresets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All presets, in the order of the docs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PresetList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    getPreset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the preset, such as `slack-blocks`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The preset. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preset"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    draftWebhookForPreset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the preset, such as `slack-blocks`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PresetDraftRequest"];
            };
        };
        responses: {
            /** @description The draft, as `POST /v1/webhooks` takes it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWebhook"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    listSources: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sources. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    getOnCall: {
        parameters: {
            query?: {
                /** @description Only alerts in one of these states. */
                state?: ("high" | "medium" | "low")[];
                /** @description Only alerts with this in the name of their server; case does not matter. */
                server?: string;
                /** @description Only alerts with this in their name, server, object, database, key or a label; case does not matter. */
                search?: string;
                /** @description Only alerts with this label, as `name=value`; may stand up to 10 times, and all must match. */
                label?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The active alerts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OnCall"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    listAlerts: {
        parameters: {
            query?: {
                /** @description Most entries of a page; default 50. A page of long entries has fewer; continue with `next`. */
                limit?: number;
                /** @description `next` of the previous page, unchanged. */
                cursor?: string;
                /** @description Only alerts in one of these states. */
                state?: ("cleared" | "low" | "medium" | "high")[];
                /** @description True: only active alerts; false: only cleared ones. */
                active?: boolean;
                /** @description True: only active alerts that only their monitor can clear and that it has not reported for TOCSIN_STALE_AFTER. */
                stale?: boolean;
                /** @description Only entries with this in the name of their server; case does not matter. Tocsin examines up to 2000 entries per page: a page can have fewer entries than asked for, or none, and still a `next`. */
                server?: string;
                /** @description Only entries with this in their name, server, object, database, key or a label; case does not matter. Tocsin examines up to 2000 entries per page: a page can have fewer entries than asked for, or none, and still a `next`. */
                search?: string;
                /** @description Only entries with this label, as `name=value`; may stand up to 10 times, and all must match. Tocsin examines up to 2000 entries per page: a page can have fewer entries than asked for, or none, and still a `next`. */
                label?: string[];
                /** @description Only alerts with this text in the name of their object; case makes no difference. */
                object?: string;
                /** @description Only alerts of this source. */
                source?: string;
                /** @description Only the alert with this key. */
                key?: string;
                /** @description Only alerts with this name. */
                name?: string;
                /** @description `longest`: only active alerts, those raised first at the top. It is a single page (`next` is null) and cannot be combined with `cursor`, `server`, `object`, `search` or `label`. */
                order?: "longest";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of alerts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Alert"][];
                        /** @description The cursor of the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    reportAlerts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Observation"] | components["schemas"]["Observation"][];
            };
        };
        responses: {
            /** @description The result of each observation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description One per observation, in the order given. */
                        results: components["schemas"]["ObservationResult"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    getAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alert. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertWithHistory"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    clearAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AlertClearing"];
            };
        };
        responses: {
            /** @description The alert as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClearedAlert"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description The alert was reported less than ten minutes ago and has not expired: the next report would raise it again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    acknowledgeAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NewAcknowledgement"];
            };
        };
        responses: {
            /** @description The alert as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcknowledgedAlert"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description The alert is cleared. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    withdrawAcknowledgement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alert as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    listJobRuns: {
        parameters: {
            query?: {
                /** @description Most entries of a page; default 50. A page of long entries has fewer; continue with `next`. */
                limit?: number;
                /** @description `next` of the previous page, unchanged. */
                cursor?: string;
                /** @description Only runs of this source. */
                source?: string;
                /** @description Only runs of this job. */
                job_id?: string;
                /** @description Only runs with this status. */
                status?: "success" | "failure" | "cancelled";
                /** @description Only entries with this in the name of their server; case does not matter. Tocsin examines up to 2000 entries per page: a page can have fewer entries than asked for, or none, and still a `next`. */
                server?: string;
                /** @description Only entries with this in their name, server, object, database, key or a label; case does not matter. Tocsin examines up to 2000 entries per page: a page can have fewer entries than asked for, or none, and still a `next`. */
                search?: string;
                /** @description Only entries with this label, as `name=value`; may stand up to 10 times, and all must match. Tocsin examines up to 2000 entries per page: a page can have fewer entries than asked for, or none, and still a `next`. */
                label?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of job runs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["JobRun"][];
                        /** @description The cursor of the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    reportJobRuns: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobRunReport"] | components["schemas"]["JobRunReport"][];
            };
        };
        responses: {
            /** @description The result of each run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description One per job run, in the order given. */
                        results: components["schemas"]["JobRunResult"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    getJobRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobRun"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Most entries of a page; default 50. A page of long entries has fewer; continue with `next`. */
                limit?: number;
                /** @description `next` of the previous page, unchanged. */
                cursor?: string;
                /** @description Only events of this kind. */
                kind?: "alert" | "job_run";
                /** @description Only events of this source. */
                source?: string;
                /** @description Only events of this alert. */
                alert_id?: number;
                /** @description True: only events that no enabled webhook took when they were accepted; a clear counts like its alert. */
                notified_nobody?: boolean;
                /** @description Only events of alerts with this cause: `change` leaves out resyncs. Tocsin examines up to 2000 entries per page: a page can have fewer entries than asked for, or none, and still a `next`. */
                trigger?: "change" | "acknowledgement" | "resync" | "missed" | "reminder";
                /** @description Only entries with this in the name of their server; case does not matter. Tocsin examines up to 2000 entries per page: a page can have fewer entries than asked for, or none, and still a `next`. */
                server?: string;
                /** @description Only entries with this in their name, server, object, database, key or a label; case does not matter. Tocsin examines up to 2000 entries per page: a page can have fewer entries than asked for, or none, and still a `next`. */
                search?: string;
                /** @description Only entries with this label, as `name=value`; may stand up to 10 times, and all must match. Tocsin examines up to 2000 entries per page: a page can have fewer entries than asked for, or none, and still a `next`. */
                label?: string[];
                /** @description Only events accepted then or later. */
                from?: string;
                /** @description Only events accepted before then. */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Event"][];
                        /** @description The cursor of the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventWithDeliveries"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    explainEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The explanation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Explanation"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    previewMatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MatchPreviewRequest"];
            };
        };
        responses: {
            /** @description Which events it would take. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MatchPreview"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    testRouting: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoutingTestRequest"];
            };
        };
        responses: {
            /** @description Who would be notified. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoutingTest"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    listSeenValues: {
        parameters: {
            query?: {
                /** @description Fields of alerts (default) or of job runs. */
                payload_type?: "ALERT" | "JOB";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Fields with their values. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeenValues"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    listSilences: {
        parameters: {
            query?: {
                /** @description Most entries of a page; default 50. A page of long entries has fewer; continue with `next`. */
                limit?: number;
                /** @description `next` of the previous page, unchanged. */
                cursor?: string;
                /** @description Only silences in one of these states. */
                state?: ("pending" | "active" | "expired")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of silences. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Silence"][];
                        /** @description The cursor of the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    createSilence: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSilence"];
            };
        };
        responses: {
            /** @description The new silence. */
            201: {
                headers: {
                    /** @description The path of the new silence. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Silence"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            /** @description There are too many silences that have not ended. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    getSilence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The silence. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Silence"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    endSilence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description The silence has ended. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    changeSilence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SilenceChange"];
            };
        };
        responses: {
            /** @description The silence as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Silence"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description The silence has ended. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    previewSilence: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SilencePreviewRequest"];
            };
        };
        responses: {
            /** @description What it would hold. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SilencePreview"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    listWindows: {
        parameters: {
            query?: {
                /** @description Most entries of a page; default 50. A page of long entries has fewer; continue with `next`. */
                limit?: number;
                /** @description `next` of the previous page, unchanged. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of maintenance windows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["MaintenanceWindow"][];
                        /** @description The cursor of the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    applyWindows: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what you read: 412 if it has changed since. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WindowSet"];
            };
        };
        responses: {
            /** @description The plan, carried out or not. */
            200: {
                headers: {
                    /** @description For `If-Match` on the next request: changes with every change of a webhook or maintenance window. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WindowSetPlan"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            /** @description There are too many maintenance windows, or a webhook has too many signing secrets or damaged values. Nothing was changed. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Somebody has changed the webhooks or windows since. Nothing was changed. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    createWindow: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWindow"];
            };
        };
        responses: {
            /** @description The new maintenance window. */
            201: {
                headers: {
                    /** @description The path of the new maintenance window. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaintenanceWindow"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            /** @description Another one has the name. Or: there are too many. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    getWindow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The maintenance window. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaintenanceWindow"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    deleteWindow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    changeWindow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WindowChange"];
            };
        };
        responses: {
            /** @description The maintenance window as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaintenanceWindow"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description Another one has the name. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    skipOccurrence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkippedDay"];
            };
        };
        responses: {
            /** @description The maintenance window as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaintenanceWindow"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    restoreOccurrence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkippedDay"];
            };
        };
        responses: {
            /** @description The maintenance window as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaintenanceWindow"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    previewWindow: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WindowDraft"];
            };
        };
        responses: {
            /** @description The next occurrences. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WindowOccurrences"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Most entries of a page; default 50. A page of long entries has fewer; continue with `next`. */
                limit?: number;
                /** @description `next` of the previous page, unchanged. */
                cursor?: string;
                /** @description Only deliveries in one of these states. */
                state?: ("waiting" | "pending" | "sending" | "delivered" | "failed" | "cancelled" | "superseded" | "outdated")[];
                /** @description True: only deliveries that should have arrived and have not: on their way, failed or cancelled. What was superseded or outdated is none of them. */
                undelivered?: boolean;
                /** @description Only deliveries to this webhook. */
                webhook_id?: number;
                /** @description Only deliveries of this event. */
                event_id?: number;
                /** @description Only deliveries of events of this alert. */
                alert_id?: number;
                /** @description Only deliveries of alerts that came to one of these states. Tocsin examines up to 2000 entries per page: a page can have fewer entries than asked for, or none, and still a `next`. */
                severity?: ("cleared" | "low" | "medium" | "high")[];
                /** @description Only deliveries of such events. Tocsin examines up to 2000 entries per page: a page can have fewer entries than asked for, or none, and still a `next`. */
                kind?: "alert" | "job_run";
                /** @description Only entries with this in the name of their server; case does not matter. Tocsin examines up to 2000 entries per page: a page can have fewer entries than asked for, or none, and still a `next`. */
                server?: string;
                /** @description Only entries with this in their name, server, object, database, key or a label; case does not matter. Tocsin examines up to 2000 entries per page: a page can have fewer entries than asked for, or none, and still a `next`. */
                search?: string;
                /** @description Only entries with this label, as `name=value`; may stand up to 10 times, and all must match. Tocsin examines up to 2000 entries per page: a page can have fewer entries than asked for, or none, and still a `next`. */
                label?: string[];
                /** @description Only deliveries created then or later. */
                from?: string;
                /** @description Only deliveries created before then. */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ListedDelivery"][];
                        /** @description The cursor of the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryWithAttempts"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    retryDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedDelivery"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description The delivery is waiting, being sent, superseded or outdated; or its receiver, in current-state mode, has that state already. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    cancelDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedDelivery"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description The delivery has ended, or is being sent right now. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    listDeliveryOperations: {
        parameters: {
            query?: {
                /** @description Most entries of a page; default 50. A page of long entries has fewer; continue with `next`. */
                limit?: number;
                /** @description `next` of the previous page, unchanged. */
                cursor?: string;
                /** @description Only operations in one of these states. */
                state?: ("running" | "done" | "stopped" | "failed")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of operations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["DeliveryOperation"][];
                        /** @description The cursor of the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    startDeliveryOperation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDeliveryOperation"];
            };
        };
        responses: {
            /** @description Result of a dry run: how many match, and what would happen to them. Nothing was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description The operation has started. */
            202: {
                headers: {
                    /** @description The path of the operation. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryOperation"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            /** @description 10 operations are running already. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    getDeliveryOperation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryOperation"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    stopDeliveryOperation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryOperation"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description The operation has ended already. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    listTokens: {
        parameters: {
            query?: {
                /** @description Most entries of a page; default 50. A page of long entries has fewer; continue with `next`. */
                limit?: number;
                /** @description `next` of the previous page, unchanged. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tokens; never their secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Token"][];
                        /** @description The cursor of the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewToken"];
            };
        };
        responses: {
            /** @description The token, with its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenWithSecret"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            /** @description There are too many live tokens. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Token"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description It is the last live token with the scope admin. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    getWaysToSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ways. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaysToSignIn"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            408: components["responses"]["RequestTimeout"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller, by session or token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            /** @description The session. */
            201: {
                headers: {
                    /** @description The session, for browsers. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            /** @description Name or password is wrong, or the token is not valid. */
            401: {
                headers: {
                    /** @description How to come back. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The account is disabled, or the request comes from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Too many wrong passwords for this name, or wrong secrets from this address. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            /** @description Too many sign-ins are under way. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            505: components["responses"]["VersionNotSupported"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            204: {
                headers: {
                    /** @description The session, for browsers. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    changeOwnPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description The password was changed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            /** @description The caller is a token, or the user has no password. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    listOwnSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The open sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["OwnSession"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    signOutEverywhere: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions have ended. */
            204: {
                headers: {
                    /** @description The session, for browsers. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    endOwnSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    startOidcSignIn: {
        parameters: {
            query?: {
                /** @description Path of the console page to open afterwards. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where the browser goes next. */
            302: {
                headers: {
                    /** @description The address. */
                    Location?: string;
                    /** @description What it was about, or nothing any more; and the session. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            /** @description No OpenID provider is set up. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            /** @description Too many sign-ins from this address failed. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    finishOidcSignIn: {
        parameters: {
            query?: {
                /** @description The authorization code of the provider. */
                code?: string;
                /** @description The state of the sign-in. */
                state?: string;
                /** @description The error of the provider, without a code. */
                error?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where the browser goes next. */
            302: {
                headers: {
                    /** @description The address. */
                    Location?: string;
                    /** @description What it was about, or nothing any more; and the session. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            /** @description No OpenID provider is set up. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            /** @description Too many sign-ins from this address failed. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    checkInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationCode"];
            };
        };
        responses: {
            /** @description The invitation is valid. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            /** @description It was used or replaced by a newer one, has expired, or never existed. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Too many wrong secrets came from this address. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationAcceptance"];
            };
        };
        responses: {
            /** @description The session. */
            201: {
                headers: {
                    /** @description The session, for browsers. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            /** @description The request comes from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It was used or replaced by a newer one, has expired, or never existed. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            /** @description A user has this name. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Too many wrong secrets came from this address. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            /** @description Too many sign-ins are under way. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            505: components["responses"]["VersionNotSupported"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Most entries of a page; default 50. A page of long entries has fewer; continue with `next`. */
                limit?: number;
                /** @description `next` of the previous page, unchanged. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of users. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["User"][];
                        /** @description The cursor of the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewUser"];
            };
        };
        responses: {
            /** @description The user, with the invitation. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitedUser"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            /** @description A user has this name, or there are 1,000 users. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user was deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description It would lock out the caller or everybody. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    changeUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserChange"];
            };
        };
        responses: {
            /** @description The user as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description It would lock out the caller or everybody, or the name is taken. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    inviteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user, with the invitation. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitedUser"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description The user is disabled. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    signOutUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description None of their sessions opens anything any more. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    issueToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenServiceCredentials"];
            };
        };
        responses: {
            /** @description The token is in the header. */
            201: {
                headers: {
                    /** @description What to send as `X-Auth-Token`. */
                    "X-Subject-Token"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedToken"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            /** @description Name or password is wrong. */
            401: {
                headers: {
                    /** @description How to come back. */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The account is disabled. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Too many wrong passwords for this name, or wrong secrets from this address. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            /** @description Too many sign-ins are under way. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            505: components["responses"]["VersionNotSupported"];
        };
    };
    giveBackToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            /** @description It is a token of another kind. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description Most entries of a page; default 50. A page of long entries has fewer; continue with `next`. */
                limit?: number;
                /** @description `next` of the previous page, unchanged. */
                cursor?: string;
                /** @description Only these actions. */
                action?: ("webhook.created" | "webhook.changed" | "webhook.deleted" | "webhook.disabled_by_receiver" | "webhook.tested" | "webhook.resynced" | "webhook.resumed" | "webhook.signing_rotated" | "webhook.signing_removed" | "token.created" | "token.revoked" | "user.created" | "user.changed" | "user.deleted" | "user.invited" | "user.password_changed" | "user.signed_in" | "user.sign_in_failed" | "user.signed_out" | "user.signed_out_everywhere" | "delivery.retried" | "delivery.cancelled" | "alert.cleared" | "alert.acknowledged" | "alert.acknowledgement_withdrawn" | "silence.created" | "silence.changed" | "silence.ended" | "window.created" | "window.changed" | "window.deleted" | "operation.started" | "operation.stopped" | "operation.ended" | "backup.taken" | "encryption.rotated")[];
                /** @description Only changes of this kind of resource. */
                object_type?: "webhook" | "token" | "user" | "delivery" | "alert" | "operation" | "silence" | "window" | "database";
                /** @description Only changes of the resource with this id; needs `object_type`. */
                object_id?: number;
                /** @description Only changes by the user or token with this name; `tocsin`: by the service itself. */
                actor?: string;
                /** @description Only changes with this token. */
                token_id?: number;
                /** @description Only changes by this user. */
                user_id?: number;
                /** @description Only changes at or after this time. */
                from?: string;
                /** @description Only changes before this time. */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["AuditEntry"][];
                        /** @description The cursor of the next page; null on the last one. */
                        next: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    getAuditEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The audit entry. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntry"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    getStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    getActivity: {
        parameters: {
            query?: {
                /** @description Start of the period; default: an hour before `until`. */
                from?: string;
                /** @description End of the period; default: now. */
                until?: string;
                /** @description The length of a step; default: the shortest that gives at most 360 steps. */
                step?: "1m" | "2m" | "5m" | "10m" | "15m" | "30m" | "1h" | "2h" | "3h" | "6h" | "12h" | "1d";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The steps. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Activity"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    getOverview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The overview. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overview"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    getStream: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream; the schema is that of each event. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["LiveEvent"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            /** @description You have too many listeners. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    getBackup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The database file. */
            200: {
                headers: {
                    /** @description The file name contains the time of the copy. */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.sqlite3": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            /** @description Another backup is being made or downloaded. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    getEncryption: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ids of the keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Encryption"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    rotateEncryption: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was changed, and the present keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedEncryption"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            /** @description No encryption key is set. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process is alive. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            408: components["responses"]["RequestTimeout"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The node is ready. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description degraded: the node accepts and stores reports, but has the problems in `reasons`.
                         * @enum {string}
                         */
                        status: "ok" | "degraded";
                        /** @description The problems; absent if there are none. */
                        reasons?: components["schemas"]["HealthProblem"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            408: components["responses"]["RequestTimeout"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            /** @description The node is not ready; `errors` says why. */
            503: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            505: components["responses"]["VersionNotSupported"];
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The Prometheus text format, version 0.0.4. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": unknown;
                };
            };
            400: components["responses"]["InvalidRequest"];
            408: components["responses"]["RequestTimeout"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    listPrometheusAlerts: {
        parameters: {
            query?: {
                filter?: string | string[];
                active?: string;
                silenced?: string;
                muted?: string;
                receiver?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As in the API v2 of Alertmanager. */
            200: {
                headers: {
                    /** @description Says that there are more alerts; absent: these are all. */
                    "X-Tocsin-Truncated"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description A JSON string: what is wrong with the filter. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    acceptPrometheusAlerts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": unknown;
            };
        };
        responses: {
            /** @description Every alert is stored, with the deliveries that follow from it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A JSON string that names each invalid alert. The valid ones are stored. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    acceptOldPrometheusAlerts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": unknown;
            };
        };
        responses: {
            /** @description Every alert is stored, with the deliveries that follow from it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "success" | "error";
                        errorType?: string;
                        /** @description The mistake of each refused alert. */
                        error?: string;
                    };
                };
            };
            /** @description Names each invalid alert. The valid ones are stored. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "success" | "error";
                        errorType?: string;
                        /** @description The mistake of each refused alert. */
                        error?: string;
                    };
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    listPrometheusAlertGroups: {
        parameters: {
            query?: {
                filter?: string | string[];
                active?: string;
                silenced?: string;
                muted?: string;
                receiver?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As in the API v2 of Alertmanager. */
            200: {
                headers: {
                    /** @description Says that there are more alerts; absent: these are all. */
                    "X-Tocsin-Truncated"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description A JSON string: what is wrong with the filter. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    readPrometheusStatus: {
        parameters: {
            query?: {
                filter?: string | string[];
                active?: string;
                silenced?: string;
                muted?: string;
                receiver?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As in the API v2 of Alertmanager. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description A JSON string: what is wrong with the filter. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    listPrometheusReceivers: {
        parameters: {
            query?: {
                filter?: string | string[];
                active?: string;
                silenced?: string;
                muted?: string;
                receiver?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As in the API v2 of Alertmanager. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description A JSON string: what is wrong with the filter. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    listPrometheusSilences: {
        parameters: {
            query?: {
                filter?: string | string[];
                active?: string;
                pending?: string;
                expired?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As in the API v2 of Alertmanager. */
            200: {
                headers: {
                    /** @description Says that there are more silences; absent: these are all. */
                    "X-Tocsin-Truncated"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description A JSON string: what is wrong with the filter. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    postPrometheusSilence: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": unknown;
            };
        };
        responses: {
            /** @description The id of the silence, in the form of a UUID. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        silenceID: string;
                    };
                };
            };
            /** @description A JSON string: every mistake. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description A JSON string: there is no such silence. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    getPrometheusSilence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id, as a UUID or as a number. */
                silenceID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As in the API v2 of Alertmanager. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description A JSON string: there is no such silence. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    endPrometheusSilence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id, as a UUID or as a number. */
                silenceID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description A JSON string: there is no such silence. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    reportAlertmanager: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": unknown;
            };
        };
        responses: {
            /** @description What each entry did. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportTaken"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    reportGrafana: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": unknown;
            };
        };
        responses: {
            /** @description What each entry did. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportTaken"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    reportZabbix: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": unknown;
            };
        };
        responses: {
            /** @description What each entry did. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportTaken"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    reportNagios: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": unknown;
            };
        };
        responses: {
            /** @description What each entry did. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportTaken"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    reportPgdash: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": unknown;
            };
        };
        responses: {
            /** @description What each entry did. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportTaken"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    reportPganalyze: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": unknown;
            };
        };
        responses: {
            /** @description What each entry did. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportTaken"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    reportDatadog: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": unknown;
            };
        };
        responses: {
            /** @description What each entry did. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportTaken"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    reportCloudevents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": unknown;
            };
        };
        responses: {
            /** @description What each entry did. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportTaken"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    validateCloudevents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Permission is granted. */
            200: {
                headers: {
                    /** @description The origin with permission. */
                    "WebHook-Allowed-Origin"?: string;
                    /** @description Granted requests per minute; `*`: no limit. */
                    "WebHook-Allowed-Rate"?: string;
                    /** @description The granted method. */
                    Allow?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    getDocs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Leads to the first page. */
            302: {
                headers: {
                    /** @description Its address. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            408: components["responses"]["RequestTimeout"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    getDocsPage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what you have: 304 if it is still the same. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Which one, such as `v1-webhooks` or `v15`. */
                page: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page or file. */
            200: {
                headers: {
                    /** @description For `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description It is still what `If-None-Match` names. */
            304: {
                headers: {
                    /** @description The same as before. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    getOpenApiDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what you have: 304 if it is still the same. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Which one. */
                document: "v1.json" | "v15.json" | "v6.json";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAPI 3.1. */
            200: {
                headers: {
                    /** @description For `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description It is still what `If-None-Match` names. */
            304: {
                headers: {
                    /** @description The same as before. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
    getDefinitionsSchema: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what you have: 304 if it is still the same. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description JSON Schema, draft 7. */
            200: {
                headers: {
                    /** @description For `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/schema+json": unknown;
                };
            };
            /** @description It is still what `If-None-Match` names. */
            304: {
                headers: {
                    /** @description The same as before. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            408: components["responses"]["RequestTimeout"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            505: components["responses"]["VersionNotSupported"];
        };
    };
}
