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
         * List webhooks, ordered by id
         * @description Needs the scope `webhooks:read`.
         */
        get: operations["listWebhooks"];
        put?: never;
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
         * @description What has not been delivered yet is cancelled. With `If-Match`, only if it is still the one that was read.
         *
         *     Needs the scope `webhooks:write`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description A merge: an absent member stays as it is, null clears. All or nothing. With `If-Match`, only if the webhook is still the one that was read.
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
         * Read how the receiver of a webhook does
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
    "/v1/webhooks/{id}/receiver-states": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what the receiver of a webhook was last sent
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
         * List what receivers were last sent about an alert
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
         * Bring the receiver of a webhook to the present
         * @description Sends the current state of every alert that differs from what the receiver was last sent, also of alerts that were raised before the webhook was made; 500 a second. In mode `every_change` these are the alerts that were escalated to it as a fallback. Tocsin resyncs a webhook by itself when it is enabled, and when its receiver accepts again after failures.
         *
         *     Needs the scope `deliveries:write`.
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
         * Move a webhook to another mode, or say what that would do
         * @description The same as a change of `mode` by `PATCH`, and refused for the same reasons; its response says how many alerts count as sent, counted just before. With `dry_run` that is all.
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
         * See the request that a webhook would send, before there is one
         * @description Takes what the creation of a webhook takes. Stores nothing and sends nothing.
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
         * Send a test to a receiver, before there is a webhook
         * @description Takes what the creation of a webhook takes, and stores none. Once and at once, through the code of every delivery. Nothing is recorded but, in the audit log, that it was done. The response of the receiver is in the body; the status is 200 even if it refused.
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
         * See the request that would be sent
         * @description Sends nothing. With `change`, as the change of the webhook takes it, what would come of it; what is hidden in a read and comes back as it was shown stands for what is stored. The signature is shown as `***` to callers without the scope webhooks:write, and with `change`: it would be good for a request that was never sent.
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
         * Send a test to the receiver
         * @description Whether the webhook is enabled or not. With `change`, as the change of the webhook takes it, what would come of it; what is hidden in a read and comes back as it was shown stands for what is stored. Once and at once, through the code of every delivery. Nothing is recorded but, in the audit log, that it was done. The response of the receiver is in the body; the status is 200 even if it refused.
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
         * See whether and with how many secrets requests are signed
         * @description Needs the scope `webhooks:read`.
         */
        get: operations["getSigning"];
        put?: never;
        post?: never;
        /**
         * Sign no more
         * @description All its signing secrets are removed, and its requests carry no signature. Twice is harmless.
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
         * @description The first time this makes the webhook sign its requests. Later the secrets so far stay valid for the overlap, and requests carry a signature of each. The new secret is in this response; later it can be read with the scope secrets:read.
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
         * Look at a template before a webhook has it
         * @description Changes nothing and sends nothing.
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
         * @description Validated like a new webhook. Stores nothing and sends nothing.
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
         * List the sources, and how they do
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
         * Report how alerts stand
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
         * @description Clears an alert that no monitor will report as cleared. Webhooks are notified as for any other clear, with `ended_by` `person`. All variants of an alert that is several of its monitor are cleared together. What is reported from then on raises it again.
         *
         *     Needs the scope `deliveries:write`.
         */
        post: operations["clearAlert"];
        delete?: never;
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
         * Explain which webhooks an event notified, which not, and why
         * @description Tocsin decides which webhooks are notified when it accepts the event. It explains why a webhook was not notified by the present settings of the webhook; `changed_since` is true if they have changed since.
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
         * Try a failed or cancelled delivery again
         * @description It starts anew at the beginning of its retry schedule, and is the next that is sent to its webhook, even if its receiver is paused because it fails. `waits_for` says what holds it all the same.
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
         * Give up a delivery
         * @description The next one for the same alert or job takes its turn.
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
         * Retry, cancel or re-route many deliveries
         * @description Over the deliveries that there are now and that fit the filter, the oldest first, in small steps in the background; it goes on after a restart. The response comes at once; read the operation to follow it.
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
         * Read an operation and how far it is
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
         * @description What it has done stays done; the rest is left alone.
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
         * Make a token
         * @description The secret is in this response only; what is kept is its hash.
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
         * @description It stays in the list, as revoked. Twice is harmless.
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
         * In which ways one can sign in
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
         * Who is calling, and what they may do
         * @description Needs a token or a session, whatever its scopes.
         */
        get: operations["getSession"];
        put?: never;
        /**
         * Sign in
         * @description By name and password, or by a token. Opens a session; a browser keeps its secret as a cookie. After ten wrong passwords for a name within 15 minutes it is refused for 1, 2, 4, … 15 minutes, whether there is such a name or not.
         *
         *     Open: needs no token.
         */
        post: operations["signIn"];
        /**
         * Sign out
         * @description Ends the session that the request comes with. A token that was presented itself goes on.
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
         * @description Of a token: the sessions that were opened with it.
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
         * Go to the OpenID provider to sign in
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
         * Come back from the OpenID provider
         * @description Its address is what the provider has to know. Leads on to the console, signed in or with a problem.
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
         * See what an invitation is for
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
         * Choose a password by an invitation, and sign in
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
         * @description They choose their password by the invitation that comes with it, valid for 7 days.
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
         * @description With their sessions. What they did stays in the audit log. Nobody can delete themselves.
         *
         *     Needs the scope `admin`.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /**
         * Change name or role of a user, disable or enable them
         * @description What is absent stays. Whoever is disabled or gets a lesser role is signed out everywhere. Nobody can disable or demote themselves.
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
         * Make a link by which a user chooses a new password
         * @description Links made for them before end. The present password counts until the link is used.
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
         * Name and password for a token of 20 minutes
         * @description Wrong passwords count as they do for `POST /v1/session`, and are refused alike. Scripts that run for long are better off with a token of `POST /v1/tokens`.
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
         * List who changed what, newest first
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
         * Read how deliveries went over time
         * @description Counted by the nodes, minute by minute, and kept as long as history is; up to 1500 steps in a response. Steps begin at multiples of their length (UTC), so the first may begin before `from` and the last end after `until`. The step that is under way grows: of the node that answers it has everything, of others what they wrote, at most 10 seconds ago. A process that is killed takes its last 10 seconds with it.
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
         * @description Over all nodes. Costs next to nothing however much there is: all who ask within a second get the same response, and one that took long is returned again for up to 10 seconds.
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
         * @description Server-sent events, of all nodes together: `overview` with the body of `/v1/overview`, at the beginning and after each change, once a second at most; `activity` with a point of `/v1/activity`, the minute that is under way or the one before, every two seconds while they change; `changed` with `{"kinds": […]}`, any of `alerts`, `job-runs`, `deliveries`, `webhooks`: lists that may have changed, so a hint to read them again; `problem` with `{"message": "…"}` when it cannot be read. Events are not repeated, and none are kept for a listener that reconnects. After two seconds without another event `heartbeat` with `{}` says that the connection lives. The stream ends when its token is not valid any more (looked at every minute; listening does not keep a session open), when the service stops, and when its reader lets more than 256 KiB wait. At most 100 listeners for each node, and 10 of them for each user or token.
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
         * See how stored secrets are encrypted
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
         * @description In one transaction, while the service runs. Afterwards keys that no value is under can be taken out of the configuration. Twice is harmless.
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
         * Can it take in and record?
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
         * @description Open: needs no token.
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
         * The alerts that are raised, as Alertmanager shows them
         * @description Needs the scope `deliveries:read`.
         */
        get: operations["listPrometheusAlerts"];
        put?: never;
        /**
         * Take in alerts as Alertmanager does
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
         * Take in alerts as the API v1 of Alertmanager does
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
         * The same, grouped by alert name
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
         * What this looks like to a client of Alertmanager
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
         * The one receiver there is
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
         * Always empty: nothing is silenced here
         * @description Needs the scope `deliveries:read`.
         */
        get: operations["listPrometheusSilences"];
        put?: never;
        post?: never;
        delete?: never;
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
         * @description Its own body, in any content type, plain or with `Content-Encoding: gzip`. The response is 200 after everything is durable. What is wrong is named in a 400; the rest of the same request is taken in all the same.
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
         * @description Its own body, in any content type, plain or with `Content-Encoding: gzip`. The response is 200 after everything is durable. What is wrong is named in a 400; the rest of the same request is taken in all the same.
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
         * @description Its own body, in any content type, plain or with `Content-Encoding: gzip`. The response is 200 after everything is durable. What is wrong is named in a 400; the rest of the same request is taken in all the same.
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
         * @description Its own body, in any content type, plain or with `Content-Encoding: gzip`. The response is 200 after everything is durable. What is wrong is named in a 400; the rest of the same request is taken in all the same.
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
         * @description Its own body, in any content type, plain or with `Content-Encoding: gzip`. The response is 200 after everything is durable. What is wrong is named in a 400; the rest of the same request is taken in all the same.
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
         * @description Its own body, in any content type, plain or with `Content-Encoding: gzip`. The response is 200 after everything is durable. What is wrong is named in a 400; the rest of the same request is taken in all the same.
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
         * @description Its own body, in any content type, plain or with `Content-Encoding: gzip`. The response is 200 after everything is durable. What is wrong is named in a 400; the rest of the same request is taken in all the same.
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
         * @description Its own body, in any content type, plain or with `Content-Encoding: gzip`. The response is 200 after everything is durable. What is wrong is named in a 400; the rest of the same request is taken in all the same.
         *
         *     Needs the scope `events:write`.
         */
        post: operations["reportCloudevents"];
        delete?: never;
        /**
         * Ask whether events may be sent
         * @description The handshake of the CloudEvents webhook specification. `TOCSIN_CLOUDEVENTS_ORIGINS` and `TOCSIN_CLOUDEVENTS_RATE` decide the response.
         *
         *     Needs the scope `events:write`.
         */
        options: operations["validateCloudevents"];
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
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A page to read the documents and to try the interfaces
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
         * A further page of it, or a file that they need
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
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Activity: {
            /** @description The length of a step. */
            step_seconds: number;
            /** @description One for each step, the oldest first, without gaps. */
            points: components["schemas"]["ActivityPoint"][];
        };
        ActivityPoint: {
            /**
             * Format: date-time
             * @description The beginning of the step.
             */
            at: string;
            /** @description Accepted: changes of alerts, and job runs. */
            events: number;
            /** @description Finished attempts. */
            attempts: number;
            /** @description Deliveries that arrived. */
            delivered: number;
            /** @description Attempts that failed, and after which it is tried again. */
            retried: number;
            /** @description Deliveries that were given up. */
            failed: number;
            /** @description From the acceptance of an event to its delivery. Estimated from steps that double: never more than twice too much or too little. Null: there were none. */
            latency: components["schemas"]["Durations"] | null;
            /** @description How long receivers took to respond, or until the time limit. Estimated from steps that double: never more than twice too much or too little. Null: there were none. */
            response: components["schemas"]["Durations"] | null;
            /** @description The highest that was seen, every 10 seconds; null: no node that delivers was running. */
            backlog: {
                /** @description Deliveries that had not ended: waiting, pending, or being sent. */
                unfinished: number;
                /** @description For how long the longest due one had been due, to a webhook whose receiver was neither paused nor probed; 0: nothing was due. */
                oldest_due_s: number;
                /** @description Of the unfinished ones, those that stood still because their receivers were paused or probed, counted up to 10000. */
                paused: number;
                /** @description How long ago the oldest of those had been made; 0: there was none. */
                oldest_paused_s: number;
            } | null;
        };
        /** @description Who did it. */
        Actor: {
            /** @description The token that was used; null: none. */
            token_id: number | null;
            /** @description The user who did it; null: it was no user. */
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
            /** @description What is wrong, in the words of the monitor. */
            name: string;
            /**
             * @description How it stands now.
             * @enum {string}
             */
            state: "cleared" | "low" | "medium" | "high";
            /**
             * Format: date-time
             * @description Since when it has been raised without a break; once cleared, when it was cleared.
             */
            since: string;
            /**
             * Format: date-time
             * @description When its state changed last.
             */
            changed_at: string;
            /**
             * Format: date-time
             * @description When a monitor last spoke of it.
             */
            observed_at: string;
            /**
             * Format: date-time
             * @description The moment of the newest word that counted, by its monitor. A raise that speaks of an older one is stale.
             */
            last_reported_at: string;
            /** @description Without news until then it counts as cleared; null: it waits for its monitor. */
            expires_at: string | null;
            /** @description Why it cleared: `monitor`, its monitor said so; `silence`, its monitor did not speak of it for longer than it had promised, which is no recovery; `person`, somebody ended it by hand. Null: it is raised. */
            ended_by: ("monitor" | "silence" | "person") | null;
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
            /** @description What was measured. */
            current_value: string | null;
            /** @description What it was compared with. */
            threshold_value: string | null;
            /** @description With which parameters it was measured. */
            parameters: string | null;
            /** @description A text for people. */
            info: string | null;
            /** @description The page of the monitor about it. */
            source_link: string | null;
            /** @description What else the monitor said, by name. */
            labels: {
                [key: string]: string;
            };
            /** @description Texts for people, by name. */
            annotations: {
                [key: string]: string;
            };
            /** @description What had to be guessed, e.g. a severity word that is not known. */
            warnings: string[];
            /** @description How many observations came too late to count. */
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
             * @description When it happened, by the word of the monitor.
             */
            at: string;
            /**
             * Format: date-time
             * @description When it was committed here.
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
             * @description change: the alert changed its state, or was raised again. The others are not changes; only the webhooks they were created for are notified. resync: the current state, for a webhook in mode `current_state` that was out of sync; missed: an alert that was raised and cleared before anything could be sent.
             * @enum {string}
             */
            trigger: "change" | "resync" | "missed";
            /**
             * Format: date-time
             * @description Since when the alert is raised; on a clear, when it had been raised.
             */
            raised_at: string;
            /** @description Without news until then it counts as cleared. */
            expires_at: string | null;
            /** @description True: it was ended by `silence`. `ended_by` says more. */
            expired: boolean;
            /** @description Why the alert is over, by this event: `monitor`, its monitor said so; `silence`, its monitor did not speak of it for longer than it had promised, which is no recovery; `person`, somebody ended it by hand. Null: it is raised. */
            ended_by: ("monitor" | "silence" | "person") | null;
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
            /** @description What was measured. */
            current_value: string | null;
            /** @description What it was compared with. */
            threshold_value: string | null;
            /** @description With which parameters it was measured. */
            parameters: string | null;
            /** @description A text for people. */
            info: string | null;
            /** @description The page of the monitor about it. */
            source_link: string | null;
            /** @description What else the monitor said, by name. */
            labels: {
                [key: string]: string;
            };
            /** @description Texts for people, by name. */
            annotations: {
                [key: string]: string;
            };
            /** @description What had to be guessed. */
            warnings: string[];
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
             * @description When it happened, by the word of the monitor.
             */
            at: string;
            /**
             * Format: date-time
             * @description When it was committed here.
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
             * @description change: the alert changed its state, or was raised again. The others are not changes; only the webhooks they were created for are notified. resync: the current state, for a webhook in mode `current_state` that was out of sync; missed: an alert that was raised and cleared before anything could be sent.
             * @enum {string}
             */
            trigger: "change" | "resync" | "missed";
            /**
             * Format: date-time
             * @description Since when the alert is raised; on a clear, when it had been raised.
             */
            raised_at: string;
            /** @description Without news until then it counts as cleared. */
            expires_at: string | null;
            /** @description True: it was ended by `silence`. `ended_by` says more. */
            expired: boolean;
            /** @description Why the alert is over, by this event: `monitor`, its monitor said so; `silence`, its monitor did not speak of it for longer than it had promised, which is no recovery; `person`, somebody ended it by hand. Null: it is raised. */
            ended_by: ("monitor" | "silence" | "person") | null;
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
            /** @description What was measured. */
            current_value: string | null;
            /** @description What it was compared with. */
            threshold_value: string | null;
            /** @description With which parameters it was measured. */
            parameters: string | null;
            /** @description A text for people. */
            info: string | null;
            /** @description The page of the monitor about it. */
            source_link: string | null;
            /** @description What else the monitor said, by name. */
            labels: {
                [key: string]: string;
            };
            /** @description Texts for people, by name. */
            annotations: {
                [key: string]: string;
            };
            /** @description What had to be guessed. */
            warnings: string[];
            /** @description The deliveries of the event, newest first; at most 500. */
            deliveries: components["schemas"]["Delivery"][];
            /** @description Who is not, and why: first those that a change would let know of the next event, by `reason` (disabled, state, unknown, already_in_sync, made_later, payload_type), and then by id; at most 100. */
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
            /** @description What is wrong, in the words of the monitor. */
            name: string;
            /**
             * @description How it stands now.
             * @enum {string}
             */
            state: "cleared" | "low" | "medium" | "high";
            /**
             * Format: date-time
             * @description Since when it has been raised without a break; once cleared, when it was cleared.
             */
            since: string;
            /**
             * Format: date-time
             * @description When its state changed last.
             */
            changed_at: string;
            /**
             * Format: date-time
             * @description When a monitor last spoke of it.
             */
            observed_at: string;
            /**
             * Format: date-time
             * @description The moment of the newest word that counted, by its monitor. A raise that speaks of an older one is stale.
             */
            last_reported_at: string;
            /** @description Without news until then it counts as cleared; null: it waits for its monitor. */
            expires_at: string | null;
            /** @description Why it cleared: `monitor`, its monitor said so; `silence`, its monitor did not speak of it for longer than it had promised, which is no recovery; `person`, somebody ended it by hand. Null: it is raised. */
            ended_by: ("monitor" | "silence" | "person") | null;
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
            /** @description What was measured. */
            current_value: string | null;
            /** @description What it was compared with. */
            threshold_value: string | null;
            /** @description With which parameters it was measured. */
            parameters: string | null;
            /** @description A text for people. */
            info: string | null;
            /** @description The page of the monitor about it. */
            source_link: string | null;
            /** @description What else the monitor said, by name. */
            labels: {
                [key: string]: string;
            };
            /** @description Texts for people, by name. */
            annotations: {
                [key: string]: string;
            };
            /** @description What had to be guessed, e.g. a severity word that is not known. */
            warnings: string[];
            /** @description How many observations came too late to count. */
            stale_count: number;
            /** @description The time from which it can be cleared by hand, if no report arrives until then: ten minutes after its last report, or when what its monitor promised has run out. Null: it is cleared. */
            clearable_from: string | null;
            /** @description Its newest 50 changes, newest first; fewer if they are long. Events that only bring receivers to the present are none of them. */
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
             * @description What the response means: delivered, try again, or give up.
             * @enum {string}
             */
            outcome: "accept" | "retry" | "refuse";
            /** @description Why, in a few words. */
            reason: string;
            /** @description Of what a failure speaks. unreachable: the receiver does not respond, or fails (5xx, 408, 425); endpoint_wrong: its address or credentials (401, 403, a redirect, 404); asks_for_time: it wants no more for a while; rejected: this one notification, which it does not take (400, 413, 422, a rule for answers that is broken). Null: it did not fail, or for a reason of the service. */
            failure: ("unreachable" | "endpoint_wrong" | "asks_for_time" | "rejected") | null;
            /** @description What was sent; null if it never came to that. */
            request: components["schemas"]["SentRequest"] | null;
            /** @description What came back; null if nothing did. */
            response: components["schemas"]["ReceivedResponse"] | null;
            timing: components["schemas"]["Timing"] | null;
        };
        AuditEntry: {
            /** @description The id of the entry. Later ones are greater. */
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
            action: "webhook.created" | "webhook.changed" | "webhook.deleted" | "webhook.disabled_by_receiver" | "webhook.tested" | "webhook.resynced" | "webhook.signing_rotated" | "webhook.signing_removed" | "token.created" | "token.revoked" | "user.created" | "user.changed" | "user.deleted" | "user.invited" | "user.password_changed" | "user.signed_in" | "user.sign_in_failed" | "user.signed_out" | "user.signed_out_everywhere" | "delivery.retried" | "delivery.cancelled" | "alert.cleared" | "operation.started" | "operation.stopped" | "operation.ended" | "backup.taken" | "encryption.rotated";
            /**
             * @description On what kind of thing.
             * @enum {string}
             */
            object_type: "webhook" | "token" | "user" | "delivery" | "alert" | "operation" | "database";
            /** @description On which one; null for the only one of its kind, and for a draft that was tested. It may be gone. */
            object_id: number | null;
            /** @description How it was called then. */
            object_name: string | null;
            /** @description What it changed; empty for what leaves everything as it is, such as a test. */
            changes: components["schemas"]["FieldChange"][];
            /** @description What else is worth knowing, e.g. `through v6`. */
            note: string | null;
        };
        BriefEvent: {
            /** @enum {string} */
            kind: "alert" | "job_run";
            /** @description The name of the alert or the job. */
            name: string;
            /**
             * Format: date-time
             * @description When it happened, by the word of the monitor.
             */
            at: string;
            /** @description Null for a job run. */
            old_state: ("cleared" | "low" | "medium" | "high") | null;
            /** @description Null for a job run. */
            new_state: ("cleared" | "low" | "medium" | "high") | null;
            /** @description Null for a job run. */
            trigger: ("change" | "resync" | "missed") | null;
            /** @description How the job run ended; null for an alert. */
            status: ("success" | "failure" | "cancelled") | null;
            /** @description What it is about, if the monitor said so. */
            object_name: string | null;
            /** @description Where, if the monitor said so. */
            server_name: string | null;
        };
        BriefWebhook: {
            /** @description The id of the webhook. */
            id: number;
            name: string;
            /** @description A note for people. */
            description: string;
            /** @description Secret parts are `***`, unless they are asked for. */
            url: string;
            /** @description Whether anything is sent to it. */
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
            /**
             * @description Whether the receiver gets every change, or the current state.
             * @enum {string}
             */
            mode: "every_change" | "current_state";
            /** @description Whether its requests are signed. */
            signed: boolean;
            /** @description The webhook that is notified when its deliveries fail. */
            fallback_webhook_id: number | null;
            /** @description Why the service itself disabled it; null unless it did. */
            disabled_reason: string | null;
            /** @description How its receiver does, as in `/v1/webhooks/{id}/health`. */
            health: {
                /** @enum {string} */
                state: "healthy" | "never_called" | "late" | "rejecting" | "failing" | "paused" | "disabled";
                /** @description The same as a sentence. */
                explanation: string;
                /** @description Failed attempts since the last accepted one. */
                failures: number;
                failing_since: string | null;
                paused_until: string | null;
                /** @description Attempts that it has rejected since it accepted one last. */
                rejections: number;
                /** @description When it rejected the first of them; null: there is none. */
                rejecting_since: string | null;
                /** @description The attempt that it rejected last, in a few words. */
                reject_reason: string | null;
                /** @description When it accepted an attempt for the first time; null: never yet. */
                first_accepted_at: string | null;
                late_since: string | null;
            };
            /** @description How many `warnings` its definition has; `/v1/webhooks/{id}/health` has them. */
            warning_count: number;
            /** @description Grows with each change. */
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
             * @description waiting: an earlier one for the same alert or job is unfinished; pending: due at `due_at`; sending: under way; delivered, failed, cancelled: ended; superseded: ended unsent because a newer notification replaces it or nothing was left to send; outdated: ended unsent because it was older than the `max_age` of its webhook. `last_reason` gives the reason.
             * @enum {string}
             */
            state: "waiting" | "pending" | "sending" | "delivered" | "failed" | "cancelled" | "superseded" | "outdated";
            /** @description Attempts begun, the one under way included. */
            attempts_made: number;
            /** @description When the next attempt is due; null once it has ended, or while its webhook is disabled. */
            due_at: string | null;
            /**
             * Format: date-time
             * @description When it was made: together with its event, unless as a fallback or re-routed.
             */
            created_at: string;
            /** @description When it ended. */
            finished_at: string | null;
            /** @description The last attempt in a few words, e.g. `HTTP 503`. */
            last_reason: string | null;
            /** @description Of what a failure speaks. unreachable: the receiver does not respond, or fails (5xx, 408, 425); endpoint_wrong: its address or credentials (401, 403, a redirect, 404); asks_for_time: it wants no more for a while; rejected: this one notification, which it does not take (400, 413, 422, a rule for answers that is broken). Null: it did not fail, or for a reason of the service. */
            last_failure: ("unreachable" | "endpoint_wrong" | "asks_for_time" | "rejected") | null;
            /** @description Why it was created. change: its event happened; resync, missed: see its event; fallback: another webhook could not be notified, see `fallback_of`; replay: the operation `operation_id` re-routed it here. Null: its event is not kept any more. */
            trigger: ("change" | "resync" | "missed" | "fallback" | "replay") | null;
            /**
             * @description Order among the deliveries of a webhook. high: an alert raised to high, a failed job, and then clears of high alerts; low: low alerts and successful jobs. Deliveries of one alert share the highest urgency among them.
             * @enum {string}
             */
            urgency: "high" | "normal" | "low";
            /** @description It was made because this delivery, to another webhook, had failed, or had not arrived in time; null: it was not, or (`cause` is `fallback`) the other webhook is disabled, and gets no deliveries. */
            fallback_of: number | null;
            /** @description It was made by this operation, which re-routed others; null: it was not. */
            operation_id: number | null;
            /** @description Why it does not go out now; null: nothing holds it, it goes as soon as its turn comes, is being sent, or has ended. */
            waits_for: components["schemas"]["WaitsFor"] | null;
        };
        CheckedTemplate: {
            /** @description What its writer should know; empty if all is well. */
            warnings: components["schemas"]["Warning"][];
            /**
             * @description How values are escaped under this content type; `GET /v1/templates` describes each.
             * @enum {string}
             */
            escaping: "json" | "json-lines" | "form" | "xml" | "html" | "text";
            /** @description Where the body of the preview stops being JSON; null: it is JSON, or is not sent as such. */
            fault: components["schemas"]["TextPosition"] | null;
            /** @description Filled in with the values of a sample. */
            preview: {
                /** @description If one was given. */
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
        Delivery: {
            /** @description The id of the delivery. */
            id: number;
            /** @description The event that it brings. */
            event_id: number;
            /** @description The webhook that it is for. */
            webhook_id: number;
            /**
             * @description waiting: an earlier one for the same alert or job is unfinished; pending: due at `due_at`; sending: under way; delivered, failed, cancelled: ended; superseded: ended unsent because a newer notification replaces it or nothing was left to send; outdated: ended unsent because it was older than the `max_age` of its webhook. `last_reason` gives the reason.
             * @enum {string}
             */
            state: "waiting" | "pending" | "sending" | "delivered" | "failed" | "cancelled" | "superseded" | "outdated";
            /** @description Attempts begun, the one under way included. */
            attempts_made: number;
            /** @description When the next attempt is due; null once it has ended, or while its webhook is disabled. */
            due_at: string | null;
            /**
             * Format: date-time
             * @description When it was made: together with its event, unless as a fallback or re-routed.
             */
            created_at: string;
            /** @description When it ended. */
            finished_at: string | null;
            /** @description The last attempt in a few words, e.g. `HTTP 503`. */
            last_reason: string | null;
            /** @description Of what a failure speaks. unreachable: the receiver does not respond, or fails (5xx, 408, 425); endpoint_wrong: its address or credentials (401, 403, a redirect, 404); asks_for_time: it wants no more for a while; rejected: this one notification, which it does not take (400, 413, 422, a rule for answers that is broken). Null: it did not fail, or for a reason of the service. */
            last_failure: ("unreachable" | "endpoint_wrong" | "asks_for_time" | "rejected") | null;
            /** @description Why it was created. change: its event happened; resync, missed: see its event; fallback: another webhook could not be notified, see `fallback_of`; replay: the operation `operation_id` re-routed it here. Null: its event is not kept any more. */
            trigger: ("change" | "resync" | "missed" | "fallback" | "replay") | null;
            /**
             * @description Order among the deliveries of a webhook. high: an alert raised to high, a failed job, and then clears of high alerts; low: low alerts and successful jobs. Deliveries of one alert share the highest urgency among them.
             * @enum {string}
             */
            urgency: "high" | "normal" | "low";
            /** @description It was made because this delivery, to another webhook, had failed, or had not arrived in time; null: it was not, or (`cause` is `fallback`) the other webhook is disabled, and gets no deliveries. */
            fallback_of: number | null;
            /** @description It was made by this operation, which re-routed others; null: it was not. */
            operation_id: number | null;
        };
        DeliveryOperation: {
            /** @description The id of the operation. */
            id: number;
            /**
             * @description What it does to each delivery.
             * @enum {string}
             */
            kind: "retry" | "cancel" | "reroute";
            /** @description Which deliveries; null: all. No `state`: what is stored of it is damaged, and it fails. */
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
                /** @description Only deliveries made then or later. */
                from: string | null;
                /** @description Only deliveries made before then. */
                until: string | null;
            };
            /** @description Of a reroute: the webhook that is notified instead. */
            webhook_id: number | null;
            /**
             * @description running; done; stopped: somebody stopped it; failed: it could not go on, `reason` says why. What it has done stays done.
             * @enum {string}
             */
            state: "running" | "done" | "stopped" | "failed";
            /** @description Why it failed. */
            reason: string | null;
            /** @description Estimated progress from 0 to 1; 1 when it is done. */
            done_share: number;
            /** @description Deliveries that fitted the filter when their turn came. */
            examined: number;
            /** @description Those that something was done to. */
            changed: number;
            /** @description Those that were left alone, e.g. because they were being sent at that moment. */
            skipped: number;
            /** @description Of the changed ones, those that were cancelled here, by a cancel or by a reroute. */
            cancelled: number;
            /** @description Of a retry: the changed ones that are held, because their webhook is disabled. */
            held: number;
            /** @description Of a reroute: those that the other webhook is notified of. */
            notified: number;
            /** @description Of a reroute: those that the other webhook had been notified of, or was to be notified of, already. It is not notified twice. */
            already_notified: number;
            /**
             * Format: date-time
             * @description When it was asked for. Deliveries made later are not touched.
             */
            created_at: string;
            /** @description When it ended. */
            finished_at: string | null;
            /** @description The name of the token that asked for it. */
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
             * @description waiting: an earlier one for the same alert or job is unfinished; pending: due at `due_at`; sending: under way; delivered, failed, cancelled: ended; superseded: ended unsent because a newer notification replaces it or nothing was left to send; outdated: ended unsent because it was older than the `max_age` of its webhook. `last_reason` gives the reason.
             * @enum {string}
             */
            state: "waiting" | "pending" | "sending" | "delivered" | "failed" | "cancelled" | "superseded" | "outdated";
            /** @description Attempts begun, the one under way included. */
            attempts_made: number;
            /** @description When the next attempt is due; null once it has ended, or while its webhook is disabled. */
            due_at: string | null;
            /**
             * Format: date-time
             * @description When it was made: together with its event, unless as a fallback or re-routed.
             */
            created_at: string;
            /** @description When it ended. */
            finished_at: string | null;
            /** @description The last attempt in a few words, e.g. `HTTP 503`. */
            last_reason: string | null;
            /** @description Of what a failure speaks. unreachable: the receiver does not respond, or fails (5xx, 408, 425); endpoint_wrong: its address or credentials (401, 403, a redirect, 404); asks_for_time: it wants no more for a while; rejected: this one notification, which it does not take (400, 413, 422, a rule for answers that is broken). Null: it did not fail, or for a reason of the service. */
            last_failure: ("unreachable" | "endpoint_wrong" | "asks_for_time" | "rejected") | null;
            /** @description Why it was created. change: its event happened; resync, missed: see its event; fallback: another webhook could not be notified, see `fallback_of`; replay: the operation `operation_id` re-routed it here. Null: its event is not kept any more. */
            trigger: ("change" | "resync" | "missed" | "fallback" | "replay") | null;
            /**
             * @description Order among the deliveries of a webhook. high: an alert raised to high, a failed job, and then clears of high alerts; low: low alerts and successful jobs. Deliveries of one alert share the highest urgency among them.
             * @enum {string}
             */
            urgency: "high" | "normal" | "low";
            /** @description It was made because this delivery, to another webhook, had failed, or had not arrived in time; null: it was not, or (`cause` is `fallback`) the other webhook is disabled, and gets no deliveries. */
            fallback_of: number | null;
            /** @description It was made by this operation, which re-routed others; null: it was not. */
            operation_id: number | null;
            /** @description The name of the webhook; null: it has been deleted. */
            webhook_name: string | null;
            /** @description Whether the webhook is enabled: nothing is sent to one that is not; null: it has been deleted. */
            webhook_enabled: boolean | null;
            /** @description Why it does not go out now; null: nothing holds it, it goes as soon as its turn comes, is being sent, or has ended. */
            waits_for: components["schemas"]["WaitsFor"] | null;
            /** @description The fallback that is notified because this one failed, or has not arrived in time; null: none is. */
            escalated: components["schemas"]["Escalated"] | null;
            /** @description What was tried, oldest first; the newest 1000. Of those before the newest few megabytes, request and response are null. */
            attempts: components["schemas"]["Attempt"][];
            /** @description The event. */
            event: components["schemas"]["Event"] | null;
        };
        DraftTrialRequest: {
            webhook: components["schemas"]["NewWebhook"];
            /** @description The values of this event, which really happened. Needs the scope deliveries:read besides. */
            event_id?: number;
            /**
             * @description The values of a sample. If neither is given: `raised` for ALERT, `job_failure` for JOB webhooks.
             * @enum {string}
             */
            sample?: "raised" | "cleared" | "job_success" | "job_failure";
        };
        DryRun: {
            /** @description Deliveries that fit now, counted up to 10000; by severity or kind, those that fit among so many of the newest. */
            matching: number;
            /** @description True: there may be more than were counted. */
            more: boolean;
            /** @description Of those counted: how many would be cancelled. */
            cancelled: number;
            /** @description Of a retry: how many of them would be held, because their webhook is disabled. */
            held: number;
            /** @description Of a reroute: how many of them the other webhook would be notified of. */
            notified: number;
            /** @description Of a reroute: how many of them it has been notified of, or is to be notified of, already. */
            already_notified: number;
        };
        Durations: {
            /** @description Half of them took no longer. */
            median_ms: number;
            /** @description 99 of 100 took no longer. */
            p99_ms: number;
        };
        Encryption: {
            /** @description Whether what is written is encrypted. */
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
        Escalated: {
            /** @description The delivery to the fallback. */
            delivery_id: number;
            /** @description The fallback. */
            webhook_id: number;
            /** @description Its name; null: it has been deleted. */
            webhook_name: string | null;
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
             * @description waiting: an earlier one for the same alert or job is unfinished; pending: due at `due_at`; sending: under way; delivered, failed, cancelled: ended; superseded: ended unsent because a newer notification replaces it or nothing was left to send; outdated: ended unsent because it was older than the `max_age` of its webhook. `last_reason` gives the reason.
             * @enum {string}
             */
            state: "waiting" | "pending" | "sending" | "delivered" | "failed" | "cancelled" | "superseded" | "outdated";
            /** @description Attempts begun, the one under way included. */
            attempts_made: number;
            /** @description When the next attempt is due; null once it has ended, or while its webhook is disabled. */
            due_at: string | null;
            /**
             * Format: date-time
             * @description When it was made: together with its event, unless as a fallback or re-routed.
             */
            created_at: string;
            /** @description When it ended. */
            finished_at: string | null;
            /** @description The last attempt in a few words, e.g. `HTTP 503`. */
            last_reason: string | null;
            /** @description Of what a failure speaks. unreachable: the receiver does not respond, or fails (5xx, 408, 425); endpoint_wrong: its address or credentials (401, 403, a redirect, 404); asks_for_time: it wants no more for a while; rejected: this one notification, which it does not take (400, 413, 422, a rule for answers that is broken). Null: it did not fail, or for a reason of the service. */
            last_failure: ("unreachable" | "endpoint_wrong" | "asks_for_time" | "rejected") | null;
            /** @description Why it was created. change: its event happened; resync, missed: see its event; fallback: another webhook could not be notified, see `fallback_of`; replay: the operation `operation_id` re-routed it here. Null: its event is not kept any more. */
            trigger: ("change" | "resync" | "missed" | "fallback" | "replay") | null;
            /**
             * @description Order among the deliveries of a webhook. high: an alert raised to high, a failed job, and then clears of high alerts; low: low alerts and successful jobs. Deliveries of one alert share the highest urgency among them.
             * @enum {string}
             */
            urgency: "high" | "normal" | "low";
            /** @description It was made because this delivery, to another webhook, had failed, or had not arrived in time; null: it was not, or (`cause` is `fallback`) the other webhook is disabled, and gets no deliveries. */
            fallback_of: number | null;
            /** @description It was made by this operation, which re-routed others; null: it was not. */
            operation_id: number | null;
            /** @description The name of the webhook; null: it has been deleted. */
            webhook_name: string | null;
            /**
             * @description match: the webhook matches the event; fallback: another webhook could not be notified, see `fallback_of`; reroute: the operation `operation_id` brought it here.
             * @enum {string}
             */
            because: "match" | "fallback" | "reroute";
            /** @description Why it does not go out now; null: nothing holds it, it goes as soon as its turn comes, is being sent, or has ended. */
            waits_for: components["schemas"]["WaitsFor"] | null;
            /** @description All of it in plain words. */
            sentence: string;
        };
        ExplainedNotNotified: {
            /** @description The webhook. */
            webhook_id: number;
            /** @description Its name. */
            name: string;
            /**
             * @description made_later: the webhook was created later; payload_type: it is for the other kind of events; state: its flag for the new state is off; disabled; already_in_sync: it is in current-state mode, and its receiver had that state already or was sent a newer one; unknown: with its present definition it would be notified, so it was changed since, or its delivery is no longer kept.
             * @enum {string}
             */
            reason: "disabled" | "state" | "unknown" | "already_in_sync" | "made_later" | "payload_type";
            /** @description True: the webhook has changed since the event, and the reason is that of today. */
            changed_since: boolean;
            /** @description All of it in plain words. */
            sentence: string;
        };
        Explanation: {
            event: components["schemas"]["Event"];
            /** @description The webhooks that are notified, and how that goes, oldest first; the newest 100. */
            notified: components["schemas"]["ExplainedDelivery"][];
            notified_counts: components["schemas"]["NotifiedCounts"];
            /** @description The webhooks that are not notified, and why: first those that a change would let know of the next event, by `reason` (disabled, state, unknown, already_in_sync, made_later, payload_type), and then by id; at most 100. */
            not_notified: components["schemas"]["ExplainedNotNotified"][];
            not_notified_counts: components["schemas"]["NotNotifiedCounts"];
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
            /** @description Failed attempts since the last accepted one; 0: it only asked for time, or rejects what it gets. */
            failures: number;
            /** @description Since when; null: it is not failing. */
            failing_since: string | null;
            /** @description When it is tried again; null: it is not paused. */
            paused_until: string | null;
            /** @description The attempt that made the pause, in a few words. */
            pause_reason: string | null;
            /** @description Attempts that it has rejected since it accepted one last. */
            rejections: number;
            /** @description When it rejected the first of them; null: there is none. */
            rejecting_since: string | null;
            /** @description The attempt that it rejected last, in a few words. */
            reject_reason: string | null;
            /** @description When it accepted an attempt for the first time; null: never yet. */
            first_accepted_at: string | null;
            /** @description Its deliveries that have not ended, counted up to 1000. */
            unfinished: number;
        };
        FieldChange: {
            /** @description Which member, e.g. `url` or `http_headers[3]`. */
            field: string;
            /** @description What it was; null: nothing. Secrets are `***`. */
            from: string | number | boolean | null;
            /** @description What it became; null: nothing. Ends with `(changed)` where a part that is hidden differs. */
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
            path: "delivery" | "descriptors" | "database";
            /** @description The same as a sentence. */
            message: string;
        };
        /** @description The connection lives. */
        Heartbeat: Record<string, never>;
        Invitation: {
            /**
             * @description `first_admin`: it makes the first user. `new_user`, `new_password`: a user chooses a password.
             * @enum {string}
             */
            purpose: "first_admin" | "new_user" | "new_password";
            /** @description Whose it is; null: they choose a name. */
            username: string | null;
            /**
             * @description `viewer` sees webhooks and deliveries, `operator` changes them as well and reads the audit log, `admin` does everything.
             * @enum {string}
             */
            role: "viewer" | "operator" | "admin";
            /**
             * Format: date-time
             * @description Until when it can be used.
             */
            expires_at: string;
        };
        InvitationAcceptance: {
            /** @description The part of the link after `#`. */
            code: string;
            /** @description For `first_admin`: the name of the user to make. */
            username?: string;
            /** @description Of 10 to 200 characters, whatever they are; not the name, and none that everybody tries. */
            password: string;
        };
        InvitationCode: {
            /** @description The part of the link after `#`. */
            code: string;
        };
        InvitedUser: {
            /** @description The id of the user. */
            id: number;
            /** @description What they sign in by. */
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
            /** @description How the OpenID provider knows them; null: not at all. */
            oidc: {
                issuer: string;
                subject: string;
            } | null;
            /**
             * Format: date-time
             * @description When they were added.
             */
            created_at: string;
            /** @description Null: never yet. */
            last_sign_in_at: string | null;
            invitation: components["schemas"]["MadeInvitation"];
        };
        IssuedToken: {
            /** Format: date-time */
            issuedAt: string;
            /**
             * Format: date-time
             * @description 20 minutes later, however much the token is used.
             */
            expiresAt: string;
            /** @description Of this service. */
            version: string;
            version_long: string;
            supported_api_versions: number[];
            deprecated_api_versions: number[];
        };
        JobRun: {
            /** @description Our id of the run. */
            id: number;
            /**
             * Format: date-time
             * @description When it was committed here.
             */
            accepted_at: string;
            /** @description The event about it, with its deliveries; null: it is older than what is kept. */
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
            finished_at: string;
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
            /** @description What was run. */
            command: string | null;
            /** @description What else the monitor said, by name. */
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
             * @description When it happened, by the word of the monitor.
             */
            at: string;
            /**
             * Format: date-time
             * @description When it was committed here.
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
            finished_at: string;
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
            /** @description What was run. */
            command: string | null;
            /** @description What else the monitor said, by name. */
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
             * @description When it happened, by the word of the monitor.
             */
            at: string;
            /**
             * Format: date-time
             * @description When it was committed here.
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
            finished_at: string;
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
            /** @description What was run. */
            command: string | null;
            /** @description What else the monitor said, by name. */
            labels: {
                [key: string]: string;
            };
            /** @constant */
            kind: "job_run";
            /** @description The job run that ended. */
            job_run_id: number;
            /** @description The deliveries of the event, newest first; at most 500. */
            deliveries: components["schemas"]["Delivery"][];
            /** @description Who is not, and why: first those that a change would let know of the next event, by `reason` (disabled, state, unknown, already_in_sync, made_later, payload_type), and then by id; at most 100. */
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
            /** @description Who reports; keys of one source never mix with those of another. `api` if not given. */
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
            finished_at?: string | null;
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
            /** @description What was run. What is longer than 65536 characters is cut. */
            command?: string | null;
            /** @description What else there is to say, by name. All labels together have at most 196608 characters. */
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
             * @description waiting: an earlier one for the same alert or job is unfinished; pending: due at `due_at`; sending: under way; delivered, failed, cancelled: ended; superseded: ended unsent because a newer notification replaces it or nothing was left to send; outdated: ended unsent because it was older than the `max_age` of its webhook. `last_reason` gives the reason.
             * @enum {string}
             */
            state: "waiting" | "pending" | "sending" | "delivered" | "failed" | "cancelled" | "superseded" | "outdated";
            /** @description Attempts begun, the one under way included. */
            attempts_made: number;
            /** @description When the next attempt is due; null once it has ended, or while its webhook is disabled. */
            due_at: string | null;
            /**
             * Format: date-time
             * @description When it was made: together with its event, unless as a fallback or re-routed.
             */
            created_at: string;
            /** @description When it ended. */
            finished_at: string | null;
            /** @description The last attempt in a few words, e.g. `HTTP 503`. */
            last_reason: string | null;
            /** @description Of what a failure speaks. unreachable: the receiver does not respond, or fails (5xx, 408, 425); endpoint_wrong: its address or credentials (401, 403, a redirect, 404); asks_for_time: it wants no more for a while; rejected: this one notification, which it does not take (400, 413, 422, a rule for answers that is broken). Null: it did not fail, or for a reason of the service. */
            last_failure: ("unreachable" | "endpoint_wrong" | "asks_for_time" | "rejected") | null;
            /** @description Why it was created. change: its event happened; resync, missed: see its event; fallback: another webhook could not be notified, see `fallback_of`; replay: the operation `operation_id` re-routed it here. Null: its event is not kept any more. */
            trigger: ("change" | "resync" | "missed" | "fallback" | "replay") | null;
            /**
             * @description Order among the deliveries of a webhook. high: an alert raised to high, a failed job, and then clears of high alerts; low: low alerts and successful jobs. Deliveries of one alert share the highest urgency among them.
             * @enum {string}
             */
            urgency: "high" | "normal" | "low";
            /** @description It was made because this delivery, to another webhook, had failed, or had not arrived in time; null: it was not, or (`cause` is `fallback`) the other webhook is disabled, and gets no deliveries. */
            fallback_of: number | null;
            /** @description It was made by this operation, which re-routed others; null: it was not. */
            operation_id: number | null;
            /** @description The name of the webhook now; null: it has been deleted. */
            webhook_name: string | null;
            /** @description The event in brief, with at most 1000 characters of each text; null: it is not kept any more. */
            event: components["schemas"]["BriefEvent"] | null;
        };
        /** @description Lists that may have changed. */
        ListsChanged: {
            kinds: ("alerts" | "job-runs" | "deliveries" | "webhooks")[];
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
        /** @description How it goes cannot be read. */
        LiveProblem: {
            /** @description Why, in a sentence. */
            message: string;
        };
        /** @description A link for them alone; give it to them by a way you trust. */
        MadeInvitation: {
            /** @description Whoever has it chooses the password. It is shown this once only. */
            code: string;
            /** @description Behind the address of the console: `/invitation#<code>`. */
            path: string;
            /**
             * Format: date-time
             * @description Until when it can be used.
             */
            expires_at: string;
        };
        Marker: {
            /** @description Written as `%name%`; upper and lower case matter. */
            name: string;
            /** @description Where it has a value. */
            payload_types: ("ALERT" | "JOB")[];
            description: string;
            example: string;
        };
        Move: {
            /**
             * @description The mode that it is to have.
             * @enum {string}
             */
            mode: "every_change" | "current_state";
            /** @description Only counts; nothing is changed. */
            dry_run?: boolean;
        };
        Moved: {
            /** @description The webhook. */
            webhook_id: number;
            /**
             * @description The mode that was asked for.
             * @enum {string}
             */
            mode: "every_change" | "current_state";
            /** @description Whether they were only counted. */
            dry_run: boolean;
            /** @description Alerts of which history says what its receiver took last. */
            from_history: number;
            /** @description Alerts that count as sent because the history does not tell: their clears are sent. */
            assumed: number;
            /** @description Alerts with a delivery on its way, which count as possibly sent. */
            under_way: number;
            /** @description Of those from history, those in another state now: sent by their next change, by a resync, or when the receiver accepts again after failures. */
            out_of_sync: number;
            /** @description To mode `every_change`: open notifications, whose clears are sent only if they are still to come. */
            forgotten: number;
            /** @description The same in words. */
            detail: string;
        };
        NamedTexts: {
            /** @description Before the name, with a dot: `%label.team%`. */
            prefix: string;
            /** @description Where it has a value. */
            payload_types: ("ALERT" | "JOB")[];
            description: string;
            example: {
                name: string;
                value: string;
            };
        };
        NewDeliveryOperation: {
            /**
             * @description retry: failed and cancelled ones start anew; cancel: waiting and pending ones end; reroute: another webhook is notified of their events instead.
             * @enum {string}
             */
            kind: "retry" | "cancel" | "reroute";
            /** @description Which deliveries; all members together. */
            filter?: {
                /** @description Only deliveries in one of these states. If not given: `failed` for retry; `waiting`, `pending` and `sending` for cancel; those four for reroute. */
                state?: ("waiting" | "pending" | "sending" | "delivered" | "failed" | "cancelled" | "superseded" | "outdated")[];
                /** @description True: every state that there is something to do in, instead of `state`. */
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
                /**
                 * Format: date-time
                 * @description Only deliveries made then or later.
                 */
                from?: string | null;
                /**
                 * Format: date-time
                 * @description Only deliveries made before then.
                 */
                until?: string | null;
            };
            /** @description True: really all, without a filter. An empty filter alone is refused. */
            all?: boolean;
            /** @description Of a reroute: the webhook that is notified instead. */
            webhook_id?: number;
            /** @description True: nothing is done; the response says how many there are. */
            dry_run?: boolean;
        };
        NewToken: {
            /** @description Who uses it, to tell tokens apart. */
            name: string;
            /** @description What it may do. */
            scopes: ("webhooks:read" | "webhooks:write" | "secrets:read" | "events:write" | "deliveries:read" | "deliveries:write" | "audit:read" | "admin")[];
            /**
             * @description For how long it is valid, e.g. `90d`: from `1m` to `3650d`. Without it, until it is revoked.
             * @example 90d
             */
            expires_in?: string;
        };
        NewUser: {
            /** @description What they sign in by: 1 to 100 characters. Two names that differ in case only are the same. */
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
            /**
             * @description `every_change`: every change, in order. `current_state`: one notification per alert with its current state, and one when it clears; for alerts only.
             * @enum {string}
             */
            mode?: "every_change" | "current_state";
            /**
             * @description Alerts that were raised and cleared before anything could be sent: `skip` sends nothing, `notify` sends them once. `notify` in mode `current_state` only.
             * @enum {string}
             */
            missed_alerts?: "skip" | "notify";
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
             * @description What is older is not sent any more, up to 30d, e.g. `2h`; in mode `every_change` only. Null: no limit.
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
            /** @description What a 2xx must say in its body to be accepted, e.g. `[{"member": "ok", "equals": true}]`; each entry has either `member` and `equals`, or `contains`, or `lacks`, and all must hold. Null: every 2xx is accepted. */
            response_rule?: ({
                /** @description A member of the JSON in the body; `result.code` for one inside another. */
                member?: string;
                /** @description With `member`: the value that it must have; null also if it may be missing. */
                equals?: string | number | boolean | null;
                /** @description A text that must be in the body. */
                contains?: string;
                /** @description A text that must not be in the body. */
                lacks?: string;
            } & (unknown | unknown | unknown))[] | null;
            /** @description The webhook that is notified when a delivery of this one ends as failed; null: none. */
            fallback_webhook_id?: number | null;
            /**
             * @description After so long without a delivery the fallback is notified as well, up to 7d, e.g. `5m`; null: 15m.
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
                /** @description PEM, one certificate or more: only what these vouch for is trusted. Null: what the system trusts. */
                ca_certificates?: string | null;
                /** @description PEM: the certificate that is shown to a receiver that asks for one. */
                client_certificate?: string | null;
                /** @description PEM: the private key of the client certificate. Shown as `***`, which in a change means: as it is. */
                client_key?: string | null;
                /** @description True: any certificate is taken for good. Whoever is in between can read and change everything. */
                insecure?: boolean;
            } | null;
            http_headers?: {
                /** @description Header name, a token of RFC 9110. Those that frame the request (Host, Content-Length, …) are refused. */
                http_header_key: string;
                /** @description Header value, without control characters other than a tab. */
                http_header_value: string;
            }[];
        };
        Node: {
            /** @description Random, made when the process starts. */
            id: string;
            host: string;
            /** @description `api` takes in and responses, `worker` delivers and does the maintenance, `all` both. */
            role: "all" | "api" | "worker";
            /** @description What is running there. */
            version: string;
            /** Format: date-time */
            started_at: string;
            /**
             * Format: date-time
             * @description When it last said that it is alive: every 5 seconds. After a minute it leaves the list.
             */
            seen_at: string;
        };
        NotNotified: {
            /** @description The webhook. */
            webhook_id: number;
            /** @description Its name. */
            name: string;
            /**
             * @description made_later: the webhook was created later; payload_type: it is for the other kind of events; state: its flag for the new state is off; disabled; already_in_sync: it is in current-state mode, and its receiver had that state already or was sent a newer one; unknown: with its present definition it would be notified, so it was changed since, or its delivery is no longer kept.
             * @enum {string}
             */
            reason: "disabled" | "state" | "unknown" | "already_in_sync" | "made_later" | "payload_type";
            /** @description True: the webhook has changed since the event, and the reason is that of today. */
            changed_since: boolean;
        };
        /** @description The number of webhooks that are not notified, by reason. */
        NotNotifiedCounts: {
            /** @description Disabled. */
            disabled: number;
            /** @description The flag for the new state is off. */
            state: number;
            /** @description By their present settings they would be notified. */
            unknown: number;
            /** @description They are in current-state mode, and were in sync or got something newer. */
            already_in_sync: number;
            /** @description They were not there yet. */
            made_later: number;
            /** @description For the other kind of events. */
            payload_type: number;
        };
        /** @description How many deliveries the event has in each state: all of them. */
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
        /** @description What a monitor says about an alert at one moment. */
        Observation: {
            /** @description The identity of the alert within the source: the same for its raise and its clear. */
            key: string;
            /** @description What is wrong, e.g. `Replication lag`. */
            name: string;
            /**
             * @description How it stands.
             * @enum {string}
             */
            state: "cleared" | "low" | "medium" | "high";
            /** @description Who reports; keys of one source never mix with those of another. `api` if not given. */
            source?: string;
            /**
             * Format: date-time
             * @description The moment this speaks of; if not given, that of its arrival, after all that came before it. At most 10 minutes in the future, which is shown and counts as the moment of its arrival.
             */
            at?: string | null;
            /**
             * Format: date-time
             * @description Since when the condition holds, if that is earlier than `at`.
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
            /** @description What else there is to say, by name. All labels together have at most 196608 characters. */
            labels?: {
                [key: string]: string | number | null;
            } | null;
            /** @description Texts for people, by name. The first 64 are kept; a name is cut to 200 characters and a value to 65536. */
            annotations?: {
                [key: string]: string | number | null;
            } | null;
            /**
             * Format: date-time
             * @description Without another observation until then (and some grace) the alert is cleared. Later than `at`.
             */
            expires_at?: string | null;
        };
        ObservationResult: {
            /**
             * @description raised, changed, cleared: the state changed, and there is an event; refreshed: the same state again; stale: older than what is known; ignored: cleared, for an alert that is not known (for a day an older raise of it is stale).
             * @enum {string}
             */
            result: "raised" | "changed" | "cleared" | "refreshed" | "stale" | "ignored";
            /** @description Null if it was ignored, or is stale and not known. */
            alert_id: number | null;
            /** @description Null if the state did not change. */
            event_id: number | null;
            /** @description The number of webhooks that are notified. */
            deliveries: number;
            /** @description What had to be guessed. */
            warnings: string[];
        };
        /** @description Alerts that receivers count as open. */
        OpenNotifications: {
            /** @description One for each alert whose raise was, or may be, sent to a receiver in mode current_state or to a fallback, and whose clear was not sent yet. Counted once a minute; on PostgreSQL estimated beyond 10,000. */
            open: number;
            /** @description TOCSIN_OPEN_NOTIFICATIONS_MAX: beyond it somebody is warned. Nothing is refused, and nothing that is open is forgotten. */
            max: number;
        };
        Overview: {
            /**
             * Format: date-time
             * @description The moment that it is about.
             */
            at: string;
            /**
             * @description healthy: what is due goes out; degraded: a receiver has failed, or rejected what it got, for a minute or five times in a row, deliveries are late by more than a minute, or one of several nodes does not deliver; stopped: nothing is delivered.
             * @enum {string}
             */
            state: "healthy" | "degraded" | "stopped";
            /** @description What is wrong and since when, as sentences. */
            explanation: string;
            /** @description Unfinished deliveries. */
            backlog: {
                /** @description Behind an earlier delivery of the same alert or job. */
                waiting: number;
                /** @description Due now or later. */
                pending: number;
                /** @description Under way. */
                sending: number;
                /** @description Since when the longest due delivery to a webhook whose receiver is neither paused nor probed has been due; null: nothing is due. */
                oldest_due_at: string | null;
                paused: components["schemas"]["PausedBacklog"];
            };
            /** @description The last 60 minutes and the one under way, as in `/v1/activity`. */
            last_hour: {
                /** @description Accepted. */
                events: number;
                /** @description Deliveries that arrived. */
                delivered: number;
                /** @description Attempts that failed, and after which it is tried again. */
                retried: number;
                /** @description Deliveries that were given up. */
                failed: number;
            };
            webhooks: {
                /** @description All that there are. */
                total: number;
                /** @description The enabled ones. */
                enabled: number;
                /** @description Those that are not. */
                disabled: number;
                /** @description Of the enabled ones: the last attempt failed, and it is not paused. */
                failing: number;
                /** @description Enabled webhooks whose receiver responds, and has accepted nothing since it rejected something. */
                rejecting: number;
                /** @description Of the enabled ones: nothing is sent for a while, because it failed several times or asked for time. */
                paused: number;
                /** @description Of the enabled ones: no attempt has ended yet. */
                never_called: number;
                /** @description Of the enabled ones: the receiver is well, but something has been due for more than a minute, whatever the cause. */
                late: number;
                /** @description Of the disabled ones: the service itself did it, because the receiver said that it is gone (410) or the definition is damaged. */
                disabled_by_receiver: number;
            };
            /** @description Those that are failing or paused, longest first; the worst 20. */
            failing: components["schemas"]["FailingWebhook"][];
            /** @description Alerts that are raised now. */
            alerts: {
                /** @description Severity high. */
                high: number;
                /** @description Severity medium. */
                medium: number;
                /** @description Severity low. */
                low: number;
                /** @description Those of them that no monitor has reported for longer than `TOCSIN_STALE_AFTER`, counted up to 100; see `/v1/alerts?stale=true`. */
                stale: number;
            };
            open_notifications: components["schemas"]["OpenNotifications"];
            nodes: {
                /** @description Processes that share the database. */
                total: number;
                /** @description Those of them that deliver and have said so within the last 15 seconds. */
                delivering: number;
            };
        };
        OwnSession: {
            /** @description The id of the session. */
            id: number;
            /**
             * @description `console`: of a browser. `token_service`: of a program, through `/api/token/`.
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
             * @description When it was used last, give or take some seconds.
             */
            seen_at: string;
            /**
             * Format: date-time
             * @description When it ends unless it is used before (`console`), or at any rate.
             */
            expires_at: string;
            /** @description Where the sign-in came from. */
            address: string;
            /** @description With which browser or program, in its own words. */
            user_agent: string;
            /** @description It is the one that this request comes with. */
            current: boolean;
        };
        PasswordChange: {
            /** @description The present one. */
            current_password: string;
            /** @description Of 10 to 200 characters, whatever they are; not the name, and none that everybody tries. */
            new_password: string;
        };
        /** @description Of these, what stands still because its receiver is paused, or fails so often that one delivery at a time is tried. */
        PausedBacklog: {
            /** @description How many, counted up to 10000. */
            deliveries: number;
            /** @description How many webhooks they are for. */
            webhooks: number;
            /** @description When the oldest of them was made; null: there is none. */
            oldest_created_at: string | null;
        };
        Preset: {
            /** @description Its name in paths, such as `slack-blocks`. */
            id: string;
            name: string;
            /** @description What arrives there, in a sentence. */
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
            /** @description `{{name}}` stands where the value of a field goes, `{{user:password}}` where two go as HTTP Basic wants them; so below. */
            url: string;
            /** @description One with a field that was not given is left out; of those with the same name, the first one that is left counts. */
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
             * @description Of a webhook for alerts.
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
            /** @description The filter that free text needs there, such as `slack`; null: none. */
            escape: string | null;
            /** @description What a 2xx must say in its body to be accepted, e.g. `[{"member": "ok", "equals": true}]`; each entry has either `member` and `equals`, or `contains`, or `lacks`, and all must hold. Null: every 2xx is accepted. */
            response_rule: ({
                /** @description A member of the JSON in the body; `result.code` for one inside another. */
                member?: string;
                /** @description With `member`: the value that it must have; null also if it may be missing. */
                equals?: string | number | boolean | null;
                /** @description A text that must be in the body. */
                contains?: string;
                /** @description A text that must not be in the body. */
                lacks?: string;
            } & (unknown | unknown | unknown))[] | null;
            /** @description As of a webhook, e.g. `1/1s`; null: none. */
            rate_limit: string | null;
            /** @description As of a webhook, e.g. `1m`; null: as the service is set. */
            timeout: string | null;
            /** @description As of a webhook, e.g. `0s,5m,1h`; null: as the service is set. */
            retry_schedule: string | null;
            /** @description The response that says it was accepted. */
            accepted_by: string;
            /** @description What it refuses when it is larger; the templates keep to it. */
            limits: components["schemas"]["PresetLimit"][];
            /** @description What else to know, a sentence each. */
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
            /** @description What to call it in a form. */
            label: string;
            /** @description Where to find it, in a sentence. */
            help: string;
            /** @description A regular expression for the whole value, as in an HTML form. */
            pattern: string;
            /** @description What to say of a value that does not match: `must be …`. */
            wanted: string;
            /** @description A value that matches and is nobody’s. */
            example: string;
            /** @description Whoever has this value can write to the receiver. */
            secret: boolean;
            required: boolean;
            /** @description Most webhooks need it, required or not. */
            usual: boolean;
            /** @description What it is unless it is given; null: nothing. */
            default: string | null;
        };
        PresetLimit: {
            /** @description What is limited; `all`: the whole body. */
            part: string;
            max: number;
            /** @enum {string} */
            unit: "characters" | "bytes" | "entries";
        };
        PresetList: {
            items: components["schemas"]["PresetSummary"][];
        };
        PresetSummary: {
            /** @description Its name in paths, such as `slack-blocks`. */
            id: string;
            name: string;
            /** @description What arrives there, in a sentence. */
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
            /** @description With 412, where it is known and the caller may read webhooks: what has changed since the revision in `If-Match`. */
            last_changed?: {
                /** @description The present one. */
                revision: number;
                /**
                 * Format: date-time
                 * @description When it was changed last.
                 */
                at: string;
                /** @description Who did that. */
                by: string;
                /** @description The members that were changed, as the audit log names them. */
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
            /** @description True: the body was longer than what is kept of it. */
            body_truncated: boolean;
        };
        ReceiverState: {
            /** @description The alert. */
            alert_id: number;
            /** @description Its name; null: the event by which it came to this is not kept any more. */
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
             * @description The desired state: the state of the alert, or cleared if the webhook does not get that state.
             * @enum {string}
             */
            desired: "cleared" | "low" | "medium" | "high";
            /** @description The two differ, and no delivery carries the difference: it is sent by the next change, by a resync, when the webhook is enabled, or when the receiver accepts again after failures. */
            out_of_sync: boolean;
            /** @description Since when the two have differed; null: they do not. */
            out_of_sync_since: string | null;
            /** @description It follows the alert as the fallback of another webhook, until the alert clears, whatever its own mode and flags. */
            escalated: boolean;
        };
        ReceiverStatesOfAlert: {
            items: components["schemas"]["ReceiverState"][];
        };
        ReportTaken: {
            /** @description One per observation, in the order given. */
            results: components["schemas"]["ObservationResult"][];
            /** @description One per job run, in the order given. */
            job_runs?: components["schemas"]["JobRunResult"][];
            /** @description Why there is nothing to take, e.g. for a test of the sender. */
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
            /** @description Whether they were only counted. */
            dry_run: boolean;
            /** @description The same in a sentence. */
            detail: string;
        };
        RotatedEncryption: {
            /** @description How many were encrypted anew; the others were already. */
            rotated: number;
            /** @description Whether what is written is encrypted. */
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
            /** @description Those that are valid, the newest first. Every request has a signature of each. */
            secrets: components["schemas"]["SigningSecretHint"][];
            /** @description The secret: `whsec_` and 24 to 64 bytes in base64, as the libraries of Standard Webhooks take it. */
            secret: string;
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
            scopes: ("webhooks:read" | "webhooks:write" | "secrets:read" | "events:write" | "deliveries:read" | "deliveries:write" | "audit:read" | "admin")[];
            /** @description What changes by the cookie must carry as `X-CSRF-Token`; null where no cookie was used. */
            csrf_token: string | null;
            /** @description When it ends unless it is used before (a session of the console), or at any rate; null: never. */
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
            /** @description Those that are valid, the newest first. Every request has a signature of each. */
            secrets: components["schemas"]["SigningSecretHint"][];
        };
        SigningRotation: {
            /**
             * @description How long the secrets so far stay valid beside the new one, from `0s` to `7d`; `24h` if not given. In this time receivers take over the new one.
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
             * @description When it was made.
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
             * @description When it was made.
             */
            created_at: string;
            /** @description It signs until then; null: it is the newest. */
            expires_at: string | null;
            /** @description How the secret ends. */
            hint: string;
        };
        SigningSecrets: {
            secrets: components["schemas"]["SigningSecret"][];
        };
        /** @description One source of alerts or job runs, and how it does. */
        Source: {
            /** @description What its alerts and job runs have as their `source`. */
            name: string;
            /** @description What it speaks. */
            dialect: string;
            /**
             * @description `push`: it reports here; `poll`: its database is polled; `listen`: its notifications are received.
             * @enum {string}
             */
            kind: "push" | "poll" | "listen";
            /** @description Where it reports, below the address of the service; or the database that is asked, without user and password. */
            address: string;
            last_reported_at: string | null;
            checked_at: string | null;
            read_until: string | null;
            /** @description Why the last look did not go well, and what to do; null: it did. */
            failure: string | null;
            failing_since: string | null;
            /** @description What had to be guessed about a report lately, such as a state that is not known; null: nothing. */
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
                /** @description Since when the longest due delivery to a webhook whose receiver is neither paused nor probed has been due; null: nothing is due. */
                oldest_due_at: string | null;
                paused: components["schemas"]["PausedBacklog"];
            };
            /** @description Webhooks whose receivers fail or asked for time; see `/v1/webhooks/{id}/health`. */
            paused_webhooks: number;
            /** @description Webhooks with healthy receivers, but with a delivery that has been due for more than a minute. */
            late_webhooks: number;
            /** @description Webhooks whose receivers have accepted nothing since they rejected something. */
            rejecting_webhooks: number;
            open_notifications: components["schemas"]["OpenNotifications"];
            /** @description Problems of the node that responds, or of deliveries as a whole; empty: none. */
            problems: components["schemas"]["HealthProblem"][];
            /** @description Attempts under way in this process. */
            in_flight: number;
            /** @description Since the start of this process. */
            uptime_seconds: number;
            /** @description Where everything is kept. */
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
             * @description What it is for; `ALERT` if not given.
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
            /** @description Markers whose names only the monitor knows. */
            named_texts: components["schemas"]["NamedTexts"][];
            /** @description Filters after a name and a bar: `%AlertName|slack%`; then, or alone, a number of characters: `%AlertName|150%`, `%JobOutput|-150%` for the last ones. Names with a colon are examples. */
            filters: components["schemas"]["FilterEscape"][];
            /** @description How values are escaped, by what the Content-Type means. */
            escaping: components["schemas"]["Escaping"][];
            /** @description The template of a webhook that is made without one. */
            defaults: {
                ALERT: string;
                JOB: string;
            };
        };
        /** @description A place in a text. */
        TextPosition: {
            /** @description From the start, in UTF-16 code units, as editors count. */
            offset: number;
            /** @description The measured amount; null: unknown. */
            length: number;
            /** @description From one. */
            line: number;
            /** @description From one, in characters, as people count. */
            column: number;
        };
        /** @description How long each part took; a part that did not happen is absent. */
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
            /** @description What it may do. */
            scopes: ("webhooks:read" | "webhooks:write" | "secrets:read" | "events:write" | "deliveries:read" | "deliveries:write" | "audit:read" | "admin")[];
            /** @description How its secret begins. */
            prefix: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /** @description From then on it opens nothing; null: never. */
            expires_at: string | null;
            /** @description When it was revoked. */
            revoked_at: string | null;
            /** @description When it was used last, give or take 10 seconds. */
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
            /** @description What it may do. */
            scopes: ("webhooks:read" | "webhooks:write" | "secrets:read" | "events:write" | "deliveries:read" | "deliveries:write" | "audit:read" | "admin")[];
            /** @description How its secret begins. */
            prefix: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /** @description From then on it opens nothing; null: never. */
            expires_at: string | null;
            /** @description When it was revoked. */
            revoked_at: string | null;
            /** @description When it was used last, give or take 10 seconds. */
            last_used_at: string | null;
            /** @description The secret. It is shown this once only. */
            token: string;
        };
        TrialRequest: {
            change?: components["schemas"]["WebhookChange"];
            /** @description The values of this event, which really happened. Needs the scope deliveries:read besides. */
            event_id?: number;
            /**
             * @description The values of a sample. If neither is given: `raised` for ALERT, `job_failure` for JOB webhooks.
             * @enum {string}
             */
            sample?: "raised" | "cleared" | "job_success" | "job_failure";
        };
        User: {
            /** @description The id of the user. */
            id: number;
            /** @description What they sign in by. */
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
            /** @description How the OpenID provider knows them; null: not at all. */
            oidc: {
                issuer: string;
                subject: string;
            } | null;
            /**
             * Format: date-time
             * @description When they were added.
             */
            created_at: string;
            /** @description Null: never yet. */
            last_sign_in_at: string | null;
        };
        UserChange: {
            /** @description What they sign in by: 1 to 100 characters. Two names that differ in case only are the same. */
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
             * @description delivery: an earlier one about the same alert or job goes first; enabling: the webhook is disabled; due_time: the next attempt comes later; pause: its receiver fails, or asked for time; probe: its receiver fails, and one delivery at a time is tried; rate_limit: it is due, and leaves when the limits of the webhook allow.
             * @enum {string}
             */
            kind: "delivery" | "enabling" | "due_time" | "pause" | "probe" | "rate_limit";
            /** @description Of `delivery`: which one goes first. */
            delivery_id: number | null;
            /** @description Of `due_time` and `pause`: how long. */
            until: string | null;
            /** @description Of `enabling`: why the service itself disabled the webhook; of `pause` and `probe`: the attempt that led to it. */
            reason: string | null;
        };
        /** @description Without `position` it is about the whole text. */
        Warning: {
            /** @description Where, e.g. `http_headers[0].http_header_value`. */
            path: string;
            /** @description What about it. */
            message: string;
            position?: components["schemas"]["TextPosition"];
        };
        WaysToSignIn: {
            /** @description By name and password. */
            password: boolean;
            /** @description By a token. */
            token: boolean;
            /** @description By an OpenID provider; null: there is none. */
            oidc: {
                /** @description How people call the provider. */
                name: string;
                /** @description Where a browser goes to begin, as a path of this host. */
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
            /**
             * @description `every_change`: every change, in order. `current_state`: one notification per alert with its current state, and one when it clears; for alerts only.
             * @enum {string}
             */
            mode: "every_change" | "current_state";
            /**
             * @description Alerts that were raised and cleared before anything could be sent: `skip` sends nothing, `notify` sends them once. `notify` in mode `current_state` only.
             * @enum {string}
             */
            missed_alerts: "skip" | "notify";
            /** @description Longest time for one attempt, from 100ms to 5m, e.g. `15s`; null: the setting of the server. */
            timeout: string | null;
            /** @description Delay before each attempt, the first included, e.g. `0s,5s,1m` or `0s,2h*11`; null: the setting of the server. */
            retry_schedule: string | null;
            /** @description What is older is not sent any more, up to 30d, e.g. `2h`; in mode `every_change` only. Null: no limit. */
            max_age: string | null;
            /** @description How many attempts may be under way at once; null: the setting of the server. */
            concurrency: number | null;
            /** @description At most this many attempts start per period, e.g. `1/1s` or `20/1m`; the others are sent later. Null: no limit. */
            rate_limit: string | null;
            /** @description How much of a response is read and kept, up to 1mb, e.g. `16kb`; null: the setting of the server. */
            response_size_max: string | null;
            /** @description What a 2xx must say in its body to be accepted, e.g. `[{"member": "ok", "equals": true}]`; each entry has either `member` and `equals`, or `contains`, or `lacks`, and all must hold. Null: every 2xx is accepted. */
            response_rule: ({
                /** @description A member of the JSON in the body; `result.code` for one inside another. */
                member?: string;
                /** @description With `member`: the value that it must have; null also if it may be missing. */
                equals?: string | number | boolean | null;
                /** @description A text that must be in the body. */
                contains?: string;
                /** @description A text that must not be in the body. */
                lacks?: string;
            } & (unknown | unknown | unknown))[] | null;
            /** @description The webhook that is notified when a delivery of this one ends as failed; null: none. */
            fallback_webhook_id: number | null;
            /** @description After so long without a delivery the fallback is notified as well, up to 7d, e.g. `5m`; null: 15m. */
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
                /** @description PEM, one certificate or more: only what these vouch for is trusted. Null: what the system trusts. */
                ca_certificates: string | null;
                /** @description PEM: the certificate that is shown to a receiver that asks for one. */
                client_certificate: string | null;
                /** @description PEM: the private key of the client certificate. Shown as `***`, which in a change means: as it is. */
                client_key: string | null;
                /** @description True: any certificate is taken for good. Whoever is in between can read and change everything. */
                insecure: boolean;
            } | null;
            /** @description Whether its requests are signed; see `/v1/webhooks/{id}/signing`. */
            signed: boolean;
            /** @description Why the service itself disabled the webhook; null unless it did. */
            disabled_reason: string | null;
            http_headers: components["schemas"]["WebhookHTTPHeader"][];
            /** @description Grows with each change; the ETag. */
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
            /**
             * @description `every_change`: every change, in order. `current_state`: one notification per alert with its current state, and one when it clears; for alerts only.
             * @enum {string}
             */
            mode?: "every_change" | "current_state";
            /**
             * @description Alerts that were raised and cleared before anything could be sent: `skip` sends nothing, `notify` sends them once. `notify` in mode `current_state` only.
             * @enum {string}
             */
            missed_alerts?: "skip" | "notify";
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
             * @description What is older is not sent any more, up to 30d, e.g. `2h`; in mode `every_change` only. Null: no limit.
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
            /** @description What a 2xx must say in its body to be accepted, e.g. `[{"member": "ok", "equals": true}]`; each entry has either `member` and `equals`, or `contains`, or `lacks`, and all must hold. Null: every 2xx is accepted. */
            response_rule?: ({
                /** @description A member of the JSON in the body; `result.code` for one inside another. */
                member?: string;
                /** @description With `member`: the value that it must have; null also if it may be missing. */
                equals?: string | number | boolean | null;
                /** @description A text that must be in the body. */
                contains?: string;
                /** @description A text that must not be in the body. */
                lacks?: string;
            } & (unknown | unknown | unknown))[] | null;
            /** @description The webhook that is notified when a delivery of this one ends as failed; null: none. */
            fallback_webhook_id?: number | null;
            /**
             * @description After so long without a delivery the fallback is notified as well, up to 7d, e.g. `5m`; null: 15m.
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
                /** @description PEM, one certificate or more: only what these vouch for is trusted. Null: what the system trusts. */
                ca_certificates?: string | null;
                /** @description PEM: the certificate that is shown to a receiver that asks for one. */
                client_certificate?: string | null;
                /** @description PEM: the private key of the client certificate. Shown as `***`, which in a change means: as it is. */
                client_key?: string | null;
                /** @description True: any certificate is taken for good. Whoever is in between can read and change everything. */
                insecure?: boolean;
            } | null;
            /** @description The whole new list: entries with an id are kept or changed, those without are added, missing ones are deleted. */
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
             * @description healthy: its last attempt was accepted; never_called: no attempt has ended yet; late: neither is wrong, but something has been due for more than a minute, whatever the cause; rejecting: the receiver answers, and has accepted nothing since it rejected something; failing: its last attempt failed; paused: nothing is sent before `paused_until`, because it failed several times in a row or asked for time; disabled.
             * @enum {string}
             */
            state: "healthy" | "never_called" | "late" | "rejecting" | "failing" | "paused" | "disabled";
            /** @description The same as a sentence. */
            explanation: string;
            /** @description Failed attempts since the last accepted one. */
            failures: number;
            /** @description Since when; null: it is not failing. */
            failing_since: string | null;
            /** @description When it is tried again; null: it is not paused. */
            paused_until: string | null;
            /** @description The attempt that made the pause, in a few words. */
            pause_reason: string | null;
            /** @description Attempts that it has rejected since it accepted one last. */
            rejections: number;
            /** @description When it rejected the first of them; null: there is none. */
            rejecting_since: string | null;
            /** @description The attempt that it rejected last, in a few words. */
            reject_reason: string | null;
            /** @description When it accepted an attempt for the first time; null: never yet. */
            first_accepted_at: string | null;
            /** @description When its longest due delivery was due, if its receiver is well and that is more than a minute ago; null: nothing is late. */
            late_since: string | null;
            /** @description Deliveries under way. */
            sending: number;
            /** @description Deliveries that are due, or will be; counted up to 10000. */
            pending: number;
            /** @description Deliveries that wait for an earlier one of the same alert or job. */
            waiting: number;
            /** @description Open notifications: alerts whose raise was, or may have been, sent and whose clear was not; counted up to 10000. No clear is sent once the webhook is deleted. */
            open_notifications: number;
            /** @description Alerts that are out of sync, and no delivery carries the difference; counted up to 10000. */
            out_of_sync: number;
            /** @description Webhooks that name it as their fallback, at most 100: while there are any, it cannot be deleted. */
            fallback_for: number[];
            /** @description When its longest due delivery was due, or the next one will be. */
            next_due_at: string | null;
            /** @description What its writer should know; empty if all is well. */
            warnings: components["schemas"]["Warning"][];
        };
        WebhookPreview: {
            request: components["schemas"]["SentRequest"];
            /** @description What its writer should know; empty if all is well. */
            warnings: components["schemas"]["Warning"][];
        };
        WebhookTest: {
            /**
             * @description What the response means: delivered, try again, or give up.
             * @enum {string}
             */
            outcome: "accept" | "retry" | "refuse";
            /** @description Why, in a few words. */
            reason: string;
            request: components["schemas"]["SentRequest"];
            /** @description What came back; null if nothing did. */
            response: components["schemas"]["ReceivedResponse"] | null;
            timing: components["schemas"]["Timing"];
            /** @description What its writer should know; empty if all is well. */
            warnings: components["schemas"]["Warning"][];
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
            /**
             * @description `every_change`: every change, in order. `current_state`: one notification per alert with its current state, and one when it clears; for alerts only.
             * @enum {string}
             */
            mode: "every_change" | "current_state";
            /**
             * @description Alerts that were raised and cleared before anything could be sent: `skip` sends nothing, `notify` sends them once. `notify` in mode `current_state` only.
             * @enum {string}
             */
            missed_alerts: "skip" | "notify";
            /** @description Longest time for one attempt, from 100ms to 5m, e.g. `15s`; null: the setting of the server. */
            timeout: string | null;
            /** @description Delay before each attempt, the first included, e.g. `0s,5s,1m` or `0s,2h*11`; null: the setting of the server. */
            retry_schedule: string | null;
            /** @description What is older is not sent any more, up to 30d, e.g. `2h`; in mode `every_change` only. Null: no limit. */
            max_age: string | null;
            /** @description How many attempts may be under way at once; null: the setting of the server. */
            concurrency: number | null;
            /** @description At most this many attempts start per period, e.g. `1/1s` or `20/1m`; the others are sent later. Null: no limit. */
            rate_limit: string | null;
            /** @description How much of a response is read and kept, up to 1mb, e.g. `16kb`; null: the setting of the server. */
            response_size_max: string | null;
            /** @description What a 2xx must say in its body to be accepted, e.g. `[{"member": "ok", "equals": true}]`; each entry has either `member` and `equals`, or `contains`, or `lacks`, and all must hold. Null: every 2xx is accepted. */
            response_rule: ({
                /** @description A member of the JSON in the body; `result.code` for one inside another. */
                member?: string;
                /** @description With `member`: the value that it must have; null also if it may be missing. */
                equals?: string | number | boolean | null;
                /** @description A text that must be in the body. */
                contains?: string;
                /** @description A text that must not be in the body. */
                lacks?: string;
            } & (unknown | unknown | unknown))[] | null;
            /** @description The webhook that is notified when a delivery of this one ends as failed; null: none. */
            fallback_webhook_id: number | null;
            /** @description After so long without a delivery the fallback is notified as well, up to 7d, e.g. `5m`; null: 15m. */
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
                /** @description PEM, one certificate or more: only what these vouch for is trusted. Null: what the system trusts. */
                ca_certificates: string | null;
                /** @description PEM: the certificate that is shown to a receiver that asks for one. */
                client_certificate: string | null;
                /** @description PEM: the private key of the client certificate. Shown as `***`, which in a change means: as it is. */
                client_key: string | null;
                /** @description True: any certificate is taken for good. Whoever is in between can read and change everything. */
                insecure: boolean;
            } | null;
            /** @description Whether its requests are signed; see `/v1/webhooks/{id}/signing`. */
            signed: boolean;
            /** @description Why the service itself disabled the webhook; null unless it did. */
            disabled_reason: string | null;
            http_headers: components["schemas"]["WebhookHTTPHeader"][];
            /** @description Grows with each change; the ETag. */
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
            /** @description What its writer should know; empty if all is well. */
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
        /** @description The service cannot do this now (overloaded, disk full, stopping); `Retry-After` says when to try again. */
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
                /** @description How many entries a page holds at most; 50 if not given. Fewer if they are long: `next` leads on. */
                limit?: number;
                /** @description Where to go on: `next` of the page before, as it came. */
                cursor?: string;
                /** @description `secrets`: the values of headers and the whole URL, instead of `***`. Needs the scope secrets:read. */
                show?: "secrets";
                /** @description Only webhooks with this in their name, or in host and path of their URL; case does not matter. */
                search?: string;
                /** @description Only webhooks that are enabled, or only those that are not. */
                enabled?: boolean;
                /** @description Only webhooks of this payload type. */
                payload_type?: "ALERT" | "JOB";
                /** @description Only webhooks with this health, see `/v1/webhooks/{id}/health`. */
                health?: "healthy" | "never_called" | "late" | "rejecting" | "failing" | "paused" | "disabled";
                /** @description `brief`: what a list shows, with the health of each, and without template, headers and TLS. */
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
            /** @description How it does. */
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
    listReceiverStates: {
        parameters: {
            query?: {
                /** @description How many entries a page holds at most; 50 if not given. Fewer if they are long: `next` leads on. */
                limit?: number;
                /** @description Where to go on: `next` of the page before, as it came. */
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
                "application/json": components["schemas"]["Move"];
            };
        };
        responses: {
            /** @description What becomes of what is known of its receiver. */
            200: {
                headers: {
                    /** @description Of the webhook as it is now, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Moved"];
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
                "application/json": components["schemas"]["DraftTrialRequest"];
            };
        };
        responses: {
            /** @description The request, and what its writer should know. */
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
                "application/json": components["schemas"]["DraftTrialRequest"];
            };
        };
        responses: {
            /** @description What was sent and what came back. */
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
                "application/json": components["schemas"]["TrialRequest"];
            };
        };
        responses: {
            /** @description The request, and what its writer should know. */
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
                "application/json": components["schemas"]["TrialRequest"];
            };
        };
        responses: {
            /** @description What was sent and what came back. */
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
            /** @description The secrets, but for their last characters hidden. */
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
            /** @description The new secret, and which are valid. */
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
    listAlerts: {
        parameters: {
            query?: {
                /** @description How many entries a page holds at most; 50 if not given. Fewer if they are long: `next` leads on. */
                limit?: number;
                /** @description Where to go on: `next` of the page before, as it came. */
                cursor?: string;
                /** @description Only alerts in one of these states. */
                state?: ("cleared" | "low" | "medium" | "high")[];
                /** @description True: only alerts that are raised; false: only cleared ones. */
                active?: boolean;
                /** @description True: only alerts that are raised and wait for their monitor, which has not spoken of them for TOCSIN_STALE_AFTER. */
                stale?: boolean;
                /** @description Only alerts with this in the name of their server; case does not matter. Looks at up to 2000 entries for a page: so a page may have fewer entries than asked for, or none, and `next` still leads on. */
                server?: string;
                /** @description Only alerts with this text in the name of their object; case makes no difference. */
                object?: string;
                /** @description Only alerts of this source. */
                source?: string;
                /** @description Only the alert with this key. */
                key?: string;
                /** @description Only alerts with this name. */
                name?: string;
                /** @description `longest`: only alerts that are raised, those first that have been so for longest. It is one page, without a way on (`next` is null), and goes with none of `cursor`, `server` and `object`. */
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
            /** @description What each observation did. */
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
            /** @description It was reported less than ten minutes ago, and what its monitor promised has not run out: the next report would raise it again. */
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
    listJobRuns: {
        parameters: {
            query?: {
                /** @description How many entries a page holds at most; 50 if not given. Fewer if they are long: `next` leads on. */
                limit?: number;
                /** @description Where to go on: `next` of the page before, as it came. */
                cursor?: string;
                /** @description Only runs of this source. */
                source?: string;
                /** @description Only runs of this job. */
                job_id?: string;
                /** @description Only runs that ended so. */
                status?: "success" | "failure" | "cancelled";
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
            /** @description What became of each run. */
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
                /** @description How many entries a page holds at most; 50 if not given. Fewer if they are long: `next` leads on. */
                limit?: number;
                /** @description Where to go on: `next` of the page before, as it came. */
                cursor?: string;
                /** @description Only events of this kind. */
                kind?: "alert" | "job_run";
                /** @description Only events of this source. */
                source?: string;
                /** @description Only events of this alert. */
                alert_id?: number;
                /** @description Only events of alerts that there are for this cause: `change` leaves out what only brings receivers to the present. Looks at up to 2000 entries for a page: so a page may have fewer entries than asked for, or none, and `next` still leads on. */
                trigger?: "change" | "resync" | "missed";
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
    listDeliveries: {
        parameters: {
            query?: {
                /** @description How many entries a page holds at most; 50 if not given. Fewer if they are long: `next` leads on. */
                limit?: number;
                /** @description Where to go on: `next` of the page before, as it came. */
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
                /** @description Only deliveries of alerts that came to one of these states. Looks at up to 2000 entries for a page: so a page may have fewer entries than asked for, or none, and `next` still leads on. */
                severity?: ("cleared" | "low" | "medium" | "high")[];
                /** @description Only deliveries of such events. Looks at up to 2000 entries for a page: so a page may have fewer entries than asked for, or none, and `next` still leads on. */
                kind?: "alert" | "job_run";
                /** @description Only deliveries made then or later. */
                from?: string;
                /** @description Only deliveries made before then. */
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
            /** @description The delivery is neither failed nor cancelled. */
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
                /** @description How many entries a page holds at most; 50 if not given. Fewer if they are long: `next` leads on. */
                limit?: number;
                /** @description Where to go on: `next` of the page before, as it came. */
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
            /** @description Of a dry run: how many there are, and what would become of them. Nothing was done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description The operation, which has begun. */
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
                /** @description How many entries a page holds at most; 50 if not given. Fewer if they are long: `next` leads on. */
                limit?: number;
                /** @description Where to go on: `next` of the page before, as it came. */
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
            /** @description Name and password do not fit, or the token is not valid. */
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
            /** @description It opens nothing any more. */
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
            /** @description The new one counts. */
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
            /** @description Those that are open. */
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
            /** @description None of them opens anything any more. */
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
            /** @description It opens nothing any more. */
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
                /** @description The place of the console to go to afterwards, as a path. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where the browser goes on. */
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
                /** @description What the provider gives for a sign-in. */
                code?: string;
                /** @description What it was given to bring back. */
                state?: string;
                /** @description Why there is no code. */
                error?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where the browser goes on. */
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
            /** @description The invitation; it can still be used. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            /** @description It was used, was replaced by a newer one, has expired, or never was. */
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
            /** @description It was used, was replaced by a newer one, has expired, or never was. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            /** @description There is a user of that name. */
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
                /** @description How many entries a page holds at most; 50 if not given. Fewer if they are long: `next` leads on. */
                limit?: number;
                /** @description Where to go on: `next` of the page before, as it came. */
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
            /** @description There is a user of that name, or there are 1,000 users. */
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
            /** @description They are gone. */
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
            /** @description Name and password do not fit. */
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
            /** @description It opens nothing any more. */
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
                /** @description How many entries a page holds at most; 50 if not given. Fewer if they are long: `next` leads on. */
                limit?: number;
                /** @description Where to go on: `next` of the page before, as it came. */
                cursor?: string;
                /** @description Only these actions. */
                action?: ("webhook.created" | "webhook.changed" | "webhook.deleted" | "webhook.disabled_by_receiver" | "webhook.tested" | "webhook.resynced" | "webhook.signing_rotated" | "webhook.signing_removed" | "token.created" | "token.revoked" | "user.created" | "user.changed" | "user.deleted" | "user.invited" | "user.password_changed" | "user.signed_in" | "user.sign_in_failed" | "user.signed_out" | "user.signed_out_everywhere" | "delivery.retried" | "delivery.cancelled" | "alert.cleared" | "operation.started" | "operation.stopped" | "operation.ended" | "backup.taken" | "encryption.rotated")[];
                /** @description Only what was done to things of this kind. */
                object_type?: "webhook" | "token" | "user" | "delivery" | "alert" | "operation" | "database";
                /** @description Only what was done to this one; needs `object_type`, for ids are counted by kind. */
                object_id?: number;
                /** @description Only what was done under this name of a user or token; `tocsin`: by the service itself. */
                actor?: string;
                /** @description Only what was done with this token. */
                token_id?: number;
                /** @description Only what was done by this user. */
                user_id?: number;
                /** @description Only what was done then or later. */
                from?: string;
                /** @description Only what was done before then. */
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
            /** @description The entry. */
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
                /** @description The first moment that is wanted; an hour before `until` if not given. */
                from?: string;
                /** @description The moment up to which; now if not given. */
                until?: string;
                /** @description The length of a step; if not given, the shortest that makes at most 360 of them. */
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
            /** @description How it goes. */
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
            /** @description You listen too often already. */
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
            /** @description The keys by their ids, never themselves. */
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
            /** @description What was done, and how it is now. */
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
            /** @description It is. */
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
            /** @description It can. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description degraded: it takes in and records, but something is wrong, and `reasons` names it.
                         * @enum {string}
                         */
                        status: "ok" | "degraded";
                        /** @description What is wrong; absent if nothing is. */
                        reasons?: components["schemas"]["HealthProblem"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            408: components["responses"]["RequestTimeout"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            /** @description It can not; `errors` names what is wrong. */
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
                    /** @description There are more alerts than these, in words; absent: these are all. */
                    "X-Tocsin-Truncated"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description A JSON string that names what is wrong with the filter. */
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
                        /** @description What is wrong with each alert that was not taken in. */
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
                        /** @description What is wrong with each alert that was not taken in. */
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
                    /** @description There are more alerts than these, in words; absent: these are all. */
                    "X-Tocsin-Truncated"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description A JSON string that names what is wrong with the filter. */
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
            /** @description A JSON string that names what is wrong with the filter. */
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
            /** @description A JSON string that names what is wrong with the filter. */
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
            /** @description A JSON string that names what is wrong with the filter. */
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
            /** @description They may be sent. */
            200: {
                headers: {
                    /** @description Who may send: the origin that has asked. */
                    "WebHook-Allowed-Origin"?: string;
                    /** @description How many requests a minute; `*`: as many as it likes. */
                    "WebHook-Allowed-Rate"?: string;
                    /** @description How they are sent. */
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
    getDocs: {
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
            /** @description The page. */
            200: {
                headers: {
                    /** @description For `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
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
}
