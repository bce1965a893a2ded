{{- define "tocsin.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 52 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "tocsin.selector" -}}
app.kubernetes.io/name: tocsin
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "tocsin.labels" -}}
{{ include "tocsin.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{/* A value of the file as text: Helm reads whole numbers as floating point, and would write 1e+08. */}}
{{- define "tocsin.text" -}}
{{- if and (kindIs "float64" .) (eq (floor .) .) }}{{ printf "%.0f" . }}{{ else }}{{ toString . }}{{ end }}
{{- end }}

{{/* What a container gets for a setting: the last variable of that name counts. `valueFrom`: only the cluster knows it. */}}
{{- define "tocsin.setting" -}}
{{- $name := index . 1 }}
{{- $text := include "tocsin.text" (index (index . 0).Values.settings $name | default "") }}
{{- range (index . 0).Values.extraEnv }}
{{- if eq .name $name }}{{ $text = ternary "valueFrom" (include "tocsin.text" (.value | default "")) (hasKey . "valueFrom") }}{{ end }}
{{- end }}
{{- $text }}
{{- end }}

{{- define "tocsin.port" -}}
{{- regexFind "[0-9]+$" (include "tocsin.setting" (list . "TOCSIN_LISTEN")) | default "8480" }}
{{- end }}

{{- define "tocsin.path" -}}
{{- include "tocsin.setting" (list . "TOCSIN_BASE_PATH") }}
{{- end }}

{{- define "tocsin.scheme" -}}
{{- if or (include "tocsin.setting" (list . "TOCSIN_TLS_CERT_FILE")) (eq .Values.tls true) }}https{{ else }}http{{ end }}
{{- end }}

{{- define "tocsin.check" -}}
{{- if not (has .Values.engine (list "sqlite" "postgres")) }}{{ fail (printf "engine is %q, but must be sqlite or postgres" .Values.engine) }}{{ end }}
{{- if and (eq .Values.engine "sqlite") (gt (int .Values.replicas) 1) }}{{ fail "replicas needs engine postgres: with sqlite the file belongs to one process" }}{{ end }}
{{- range $name := list "TOCSIN_LISTEN" "TOCSIN_BASE_PATH" }}
{{- if eq (include "tocsin.setting" (list $ $name)) "valueFrom" }}{{ fail (printf "extraEnv takes %s from elsewhere, so probes cannot follow it: give it as a value, or in settings" $name) }}{{ end }}
{{- end }}
{{- $certificate := include "tocsin.setting" (list . "TOCSIN_TLS_CERT_FILE") }}
{{- if and (eq (toString .Values.tls) "false") $certificate }}{{ fail "tls is false, but settings or extraEnv give TOCSIN_TLS_CERT_FILE: take one of them away" }}{{ end }}
{{- if and (eq (toString .Values.tls) "true") (not $certificate) (not .Values.envFrom) }}{{ fail "tls is true, but neither settings nor extraEnv give TOCSIN_TLS_CERT_FILE, and there is no envFrom that could" }}{{ end }}
{{- if eq .Values.engine "postgres" }}
{{- if not .Values.secrets.database }}{{ fail "secrets.database is required with engine postgres: the name of a secret with the key database" }}{{ end }}
{{- if not .Values.secrets.adminToken }}{{ fail "secrets.adminToken is required with engine postgres: all pods need the same admin token" }}{{ end }}
{{- end }}
{{- end }}

{{/* What pods of both engines have in common; the volume for /var/lib/tocsin is named data. */}}
{{- define "tocsin.pod" -}}
metadata:
  labels: {{- include "tocsin.labels" . | nindent 4 }}
  {{- with .Values.podAnnotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  automountServiceAccountToken: false
  {{- with .Values.image.pullSecrets }}
  imagePullSecrets: {{- toYaml . | nindent 4 }}
  {{- end }}
  # What is under way may end: a request may take 15 s.
  terminationGracePeriodSeconds: 30
  securityContext:
    {{- toYaml .Values.podSecurityContext | nindent 4 }}
  containers:
    - name: tocsin
      image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      args: [serve, --json]
      ports:
        - { name: http, containerPort: {{ include "tocsin.port" . }} }
      env:
        {{- range $name, $value := .Values.settings }}
        - { name: {{ $name }}, value: {{ include "tocsin.text" $value | quote }} }
        {{- end }}
        {{- with .Values.extraEnv }}{{ toYaml . | nindent 8 }}{{ end }}
        {{- if eq .Values.engine "postgres" }}
        - { name: TOCSIN_DATABASE_FILE, value: /run/secrets/tocsin/database/database }
        {{- end }}
        {{- if .Values.secrets.adminToken }}
        - { name: TOCSIN_ADMIN_TOKEN_FILE, value: /run/secrets/tocsin/admin-token/admin-token }
        {{- end }}
        {{- if .Values.secrets.encryptionKey }}
        - { name: TOCSIN_ENCRYPTION_KEY_FILE, value: /run/secrets/tocsin/encryption-key/encryption-key }
        {{- end }}
      {{- with .Values.envFrom }}
      envFrom: {{- toYaml . | nindent 8 }}
      {{- end }}
      # A service that waits for its database lives, and is not ready.
      livenessProbe:
        httpGet: { path: {{ include "tocsin.path" . }}/healthz, port: http, scheme: {{ include "tocsin.scheme" . | upper }} }
        periodSeconds: 10
        failureThreshold: 6
      readinessProbe:
        httpGet: { path: {{ include "tocsin.path" . }}/readyz, port: http, scheme: {{ include "tocsin.scheme" . | upper }} }
        periodSeconds: 5
      startupProbe:
        httpGet: { path: {{ include "tocsin.path" . }}/healthz, port: http, scheme: {{ include "tocsin.scheme" . | upper }} }
        periodSeconds: 1
        failureThreshold: 60
      resources: {{- toYaml .Values.resources | nindent 8 }}
      securityContext: {{- toYaml .Values.securityContext | nindent 8 }}
      volumeMounts:
        - { name: data, mountPath: /var/lib/tocsin }
        - { name: tmp, mountPath: /tmp }
        {{- with .Values.extraVolumeMounts }}{{ toYaml . | nindent 8 }}{{ end }}
        {{- if eq .Values.engine "postgres" }}
        - { name: database, mountPath: /run/secrets/tocsin/database, readOnly: true }
        {{- end }}
        {{- if .Values.secrets.adminToken }}
        - { name: admin-token, mountPath: /run/secrets/tocsin/admin-token, readOnly: true }
        {{- end }}
        {{- if .Values.secrets.encryptionKey }}
        - { name: encryption-key, mountPath: /run/secrets/tocsin/encryption-key, readOnly: true }
        {{- end }}
  {{- with .Values.nodeSelector }}
  nodeSelector: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.tolerations }}
  tolerations: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.affinity }}
  affinity: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- if eq .Values.engine "postgres" }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels: {{- include "tocsin.selector" . | nindent 10 }}
  {{- end }}
  volumes:
    - { name: tmp, emptyDir: { sizeLimit: 64Mi } }
    {{- with .Values.extraVolumes }}{{ toYaml . | nindent 4 }}{{ end }}
    {{- if eq .Values.engine "postgres" }}
    # What a node remembers of its own deliveries, from one start of its container to the next.
    - { name: data, emptyDir: { sizeLimit: 64Mi } }
    - { name: database, secret: { secretName: {{ .Values.secrets.database }}, defaultMode: 0440 } }
    {{- end }}
    {{- if .Values.secrets.adminToken }}
    - { name: admin-token, secret: { secretName: {{ .Values.secrets.adminToken }}, defaultMode: 0440 } }
    {{- end }}
    {{- if .Values.secrets.encryptionKey }}
    - { name: encryption-key, secret: { secretName: {{ .Values.secrets.encryptionKey }}, defaultMode: 0440 } }
    {{- end }}
{{- end }}
