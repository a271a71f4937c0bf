// Generated from the table of operations by `npm run generate`. Do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        FaultView: {
            /** @enum {string} */
            in: "path" | "query" | "header" | "body";
            /** @example amount_usd */
            parameter: string;
            /** @description Completes a sentence that starts with the parameter */
            message: string;
        };
        ProblemView: {
            /** @example /errors/forbidden */
            type: string;
            title: string;
            /** @example 403 */
            status: number;
            /** @description Explanation for people */
            detail: string;
            /** @enum {string} */
            code: "bad_request" | "invalid_parameter" | "invalid_cursor" | "unauthorized" | "insufficient_balance" | "key_cap_reached" | "price_above_ceiling" | "private_account" | "account_suspended" | "wrong_credential" | "forbidden" | "not_found" | "profile_not_found" | "unknown_route" | "method_not_allowed" | "request_timeout" | "conflict" | "idempotency_key_used_up" | "payload_too_large" | "unsupported_media_type" | "unprocessable_entity" | "idempotency_key_reused" | "too_many_requests" | "headers_too_large" | "internal_error" | "upstream_error" | "not_cached" | "service_unavailable";
            /** @description Same as the x-request-id header */
            request_id: string;
            /** @example 0 */
            charged_usd: string;
            /** @description Whether the same request may succeed later */
            retryable: boolean;
            errors?: components["schemas"]["FaultView"][];
            /**
             * @description Distinguishes the causes of a code that has several
             * @enum {string}
             */
            reason?: "second_factor_required" | "second_factor_enrolment_required" | "fresh_password_required" | "confirmation_required" | "repeat_confirmation_required" | "request_answered" | "changed_meanwhile";
            /** @description With changed_meanwhile: the values of now */
            current?: Record<string, never>;
        };
        ManagedKey: {
            /** @example 1001 */
            id: string;
            name: string;
            /**
             * @description test: requests go to the simulator and are free
             * @enum {string}
             */
            mode: "live" | "test";
            /**
             * @description The start of the key, which identifies it
             * @example loupe_4hTz9QxB
             */
            prefix: string;
            /** @enum {string} */
            state: "active" | "expired" | "replaced" | "revoked";
            /** @description true for the playground’s key, which cannot be rotated or revoked */
            built_in: boolean;
            rate_limit_per_second: number;
            /**
             * @description Without a cap of its own, a developer’s key shows the developer’s limit
             * @example 9.994600
             */
            daily_cap_usd: string | null;
            /** @example 9.994600 */
            monthly_cap_usd: string | null;
            /** @description Empty: any IP address. Lists do not show those of ended keys */
            allowed_ips: string[];
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description End of the overlap after rotation
             * @example 2026-01-31T09:30:00.000Z
             */
            retires_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            revoked_at: string | null;
            /**
             * Format: date-time
             * @description Accurate to the minute
             * @example 2026-01-31T09:30:00.000Z
             */
            last_used_at: string | null;
            /**
             * @description The key it was rotated from
             * @example 1001
             */
            rotated_from_id: string | null;
        };
        ManagedKeyPage: {
            items: components["schemas"]["ManagedKey"][];
            /** @description Pass it as cursor to get the next page; null on the last page */
            next_cursor: string | null;
            has_more: boolean;
        };
        CreateKeyBody: {
            /**
             * Format: date-time
             * @description When the key stops working
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at?: string | null;
            /**
             * @description Daily spending cap; days are UTC
             * @example 25.00
             */
            daily_cap_usd?: string | null;
            /**
             * @description Monthly spending cap; calendar months are UTC
             * @example 25.00
             */
            monthly_cap_usd?: string | null;
            /**
             * @description IP addresses and ranges the key may be used from; null or empty: any
             * @example [
             *       "203.0.113.0/24",
             *       "2001:db8::/32"
             *     ]
             */
            allowed_ips?: string[] | null;
            /** @example Production */
            name: string;
            /**
             * @description live by default. test: requests go to the simulator and are free
             * @enum {string}
             */
            mode?: "live" | "test";
        };
        NewManagedKey: {
            /** @example 1001 */
            id: string;
            name: string;
            /**
             * @description test: requests go to the simulator and are free
             * @enum {string}
             */
            mode: "live" | "test";
            /**
             * @description The start of the key, which identifies it
             * @example loupe_4hTz9QxB
             */
            prefix: string;
            /** @enum {string} */
            state: "active" | "expired" | "replaced" | "revoked";
            /** @description true for the playground’s key, which cannot be rotated or revoked */
            built_in: boolean;
            rate_limit_per_second: number;
            /**
             * @description Without a cap of its own, a developer’s key shows the developer’s limit
             * @example 9.994600
             */
            daily_cap_usd: string | null;
            /** @example 9.994600 */
            monthly_cap_usd: string | null;
            /** @description Empty: any IP address. Lists do not show those of ended keys */
            allowed_ips: string[];
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description End of the overlap after rotation
             * @example 2026-01-31T09:30:00.000Z
             */
            retires_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            revoked_at: string | null;
            /**
             * Format: date-time
             * @description Accurate to the minute
             * @example 2026-01-31T09:30:00.000Z
             */
            last_used_at: string | null;
            /**
             * @description The key it was rotated from
             * @example 1001
             */
            rotated_from_id: string | null;
            /** @description The key itself. Only in the answers to this request, for ten minutes */
            key: string;
        };
        ChangeKeyBody: {
            /**
             * Format: date-time
             * @description When the key stops working
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at?: string | null;
            /**
             * @description Daily spending cap; days are UTC
             * @example 25.00
             */
            daily_cap_usd?: string | null;
            /**
             * @description Monthly spending cap; calendar months are UTC
             * @example 25.00
             */
            monthly_cap_usd?: string | null;
            /**
             * @description IP addresses and ranges the key may be used from; null or empty: any
             * @example [
             *       "203.0.113.0/24",
             *       "2001:db8::/32"
             *     ]
             */
            allowed_ips?: string[] | null;
            name?: string;
        };
        RotateKeyBody: {
            /** @description How long the old key keeps working */
            overlap_seconds: number;
        };
        MonitorRunView: {
            /** @example 1001 */
            id: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            due_at: string;
            /**
             * Format: date-time
             * @description Of its first attempt
             * @example 2026-01-31T09:30:00.000Z
             */
            started_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            ended_at: string | null;
            /**
             * @description baseline: the first response. changed: with events. postponed: refused for now, free. skipped: not repeated after an interruption. paused: the monitor was paused
             * @enum {string}
             */
            outcome: "running" | "baseline" | "unchanged" | "changed" | "failed" | "postponed" | "skipped" | "paused";
            /** @description The code of the problem */
            code: string | null;
            /** @description Why it found nothing, in a sentence */
            reason: string | null;
            /** @description The request in the request log */
            request_id: string | null;
            events: number;
        };
        MonitorEventView: {
            /** @example 1001 */
            id: string;
            /** @example 1001 */
            monitor_id: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            at: string;
            /** @enum {string} */
            kind: "new_items" | "changed";
            /** @description Of new_items: the pk of the item */
            item_id?: string;
            /** @description true if items before this one may have been missed */
            gap?: boolean;
            /** @description Of changed: the path of the value */
            field?: string;
            before?: string | number | boolean;
            after?: string | number | boolean;
        };
        MonitorValueView: {
            /** @example follower_count */
            field: string;
            value: string | number | boolean;
        };
        MonitorView: {
            /** @example 1001 */
            id: string;
            name: string;
            /** @example users.by_id */
            operation: string;
            /**
             * @example {
             *       "user_id": "1001"
             *     }
             */
            parameters: {
                [key: string]: string;
            };
            /** @enum {string} */
            kind: "new_items" | "changed";
            fields: string[];
            every_minutes: number;
            /**
             * @description The key that pays; after a rotation the newer one. null: none works
             * @example 1001
             */
            key_id: string | null;
            /** @enum {string} */
            state: "active" | "paused";
            /** @enum {string|null} */
            pause_reason: "member" | "key_ended" | "key_restricted" | "account_suspended" | "developer_removed" | "insufficient_balance" | "key_cap_reached" | "failing" | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            paused_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description null while it runs, and while it is paused
             * @example 2026-01-31T09:30:00.000Z
             */
            next_run_at: string | null;
            last_run: components["schemas"]["MonitorRunView"] | null;
            last_event: components["schemas"]["MonitorEventView"] | null;
            /** @description Failed runs in a row; ten pause it */
            failures: number;
            /**
             * @description Price of a run
             * @example 9.994600
             */
            price_usd: string;
            /**
             * @description About what the runs of a day cost
             * @example 0.057600
             */
            daily_cost_usd: string;
            /** @description Of changed: the last known values */
            values: components["schemas"]["MonitorValueView"][];
        };
        MonitorPage: {
            items: components["schemas"]["MonitorView"][];
            /** @description Pass it as cursor to get the next page; null on the last page */
            next_cursor: string | null;
            has_more: boolean;
        };
        CreateMonitorBody: {
            /**
             * @example users.by_id
             * @enum {string}
             */
            operation: "users.by_username" | "users.by_id" | "users.posts" | "users.reels" | "users.tagged" | "users.about" | "posts.by_id" | "posts.comments" | "hashtags.by_name" | "hashtags.recent" | "locations.by_id" | "locations.recent" | "audio.by_id" | "oembed.by_url";
            /**
             * @description Parameters of the operation
             * @example {
             *       "user_id": "1001"
             *     }
             */
            parameters: {
                [key: string]: string;
            };
            /**
             * @description Minutes between two runs, 15 to 10080 (7 days). Loupe varies each pause by up to 5%
             * @example 15
             */
            every_minutes: number;
            /**
             * @description new_items: the items that are new in a list. changed: the values that have changed in an object
             * @enum {string}
             */
            kind: "new_items" | "changed";
            /**
             * @description Of changed: paths of 1 to 10 texts, numbers or booleans in the response, such as caption.text
             * @example [
             *       "follower_count"
             *     ]
             */
            fields?: string[];
            /**
             * @description An active live key of the account, without a list of IP addresses
             * @example 1001
             */
            key_id: string;
            /**
             * @description By default, what it watches
             * @example New posts
             */
            name?: string;
        };
        ChangeMonitorBody: {
            /**
             * @description By default, what it watches
             * @example New posts
             */
            name?: string;
            /**
             * @description Minutes between two runs, 15 to 10080 (7 days). Loupe varies each pause by up to 5%
             * @example 15
             */
            every_minutes?: number;
            /**
             * @description Of changed: paths of 1 to 10 texts, numbers or booleans in the response, such as caption.text
             * @example [
             *       "follower_count"
             *     ]
             */
            fields?: string[];
            /**
             * @description As when it is created
             * @example 1001
             */
            key_id?: string;
            /**
             * @description active: it goes on, with a run at once
             * @enum {string}
             */
            state?: "active" | "paused";
        };
        MonitorRunPage: {
            items: components["schemas"]["MonitorRunView"][];
            /** @description Pass it as cursor to get the next page; null on the last page */
            next_cursor: string | null;
            has_more: boolean;
        };
        ManagedUsage: {
            requests: number;
            /** @description Requests that were charged */
            charged_requests: number;
            /** @description Requests that were refused or failed. A charged “not found” does not count */
            errors: number;
            /** @example 9.994600 */
            spend_usd: string;
            /**
             * Format: date
             * @example 2026-01-31
             */
            day: string | null;
            /** @example 1001 */
            key_id: string | null;
            /** @example users.followers */
            operation: string | null;
        };
        ManagedUsagePage: {
            items: components["schemas"]["ManagedUsage"][];
            /** @description Pass it as cursor to get the next page; null on the last page */
            next_cursor: string | null;
            has_more: boolean;
        };
        ManagedBalance: {
            /** @example 9.994600 */
            balance_usd: string;
            /** @example USD */
            currency: string;
        };
        ActorView: {
            /**
             * @description null: no member, but a token, support, the operator or Loupe itself
             * @example 1001
             */
            user_id: string | null;
            /**
             * @description The management token of a program
             * @example 1001
             */
            token_id: string | null;
            /** @description Email address of the member, name of the token, or a fixed name such as support */
            label: string;
            /** @description IP address; null for support */
            address: string | null;
        };
        AuditTargetView: {
            /** @example key */
            type: string;
            id: string;
        };
        AccountEntryView: {
            /** @example 1001 */
            id: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            time: string;
            actor: components["schemas"]["ActorView"];
            /** @example key.rotate */
            action: string;
            /** @description Members depend on the action */
            details: {
                [key: string]: unknown;
            };
            target: components["schemas"]["AuditTargetView"];
        };
        AccountEntryPage: {
            items: components["schemas"]["AccountEntryView"][];
            /** @description Pass it as cursor to get the next page; null on the last page */
            next_cursor: string | null;
            has_more: boolean;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type FaultView = components['schemas']['FaultView'];
export type ProblemView = components['schemas']['ProblemView'];
export type ManagedKey = components['schemas']['ManagedKey'];
export type ManagedKeyPage = components['schemas']['ManagedKeyPage'];
export type CreateKeyBody = components['schemas']['CreateKeyBody'];
export type NewManagedKey = components['schemas']['NewManagedKey'];
export type ChangeKeyBody = components['schemas']['ChangeKeyBody'];
export type RotateKeyBody = components['schemas']['RotateKeyBody'];
export type MonitorRunView = components['schemas']['MonitorRunView'];
export type MonitorEventView = components['schemas']['MonitorEventView'];
export type MonitorValueView = components['schemas']['MonitorValueView'];
export type MonitorView = components['schemas']['MonitorView'];
export type MonitorPage = components['schemas']['MonitorPage'];
export type CreateMonitorBody = components['schemas']['CreateMonitorBody'];
export type ChangeMonitorBody = components['schemas']['ChangeMonitorBody'];
export type MonitorRunPage = components['schemas']['MonitorRunPage'];
export type ManagedUsage = components['schemas']['ManagedUsage'];
export type ManagedUsagePage = components['schemas']['ManagedUsagePage'];
export type ManagedBalance = components['schemas']['ManagedBalance'];
export type ActorView = components['schemas']['ActorView'];
export type AuditTargetView = components['schemas']['AuditTargetView'];
export type AccountEntryView = components['schemas']['AccountEntryView'];
export type AccountEntryPage = components['schemas']['AccountEntryPage'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
