// Generated from apps/api/dashboard-openapi.json by `npm run client:generate`. Do not edit.

export interface paths {
    "/dashboard/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who is signed in */
        get: operations["Session.current"];
        put?: never;
        /** Sign in */
        post: operations["Session.signIn"];
        /** Sign out */
        delete: operations["Session.signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/session/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Type the password again, before money is moved */
        post: operations["Session.confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every live session of the user */
        get: operations["Sessions.list"];
        put?: never;
        post?: never;
        /** End every session but this one */
        delete: operations["Sessions.revokeOthers"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End one session */
        delete: operations["Sessions.revoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Change the password; every other session ends */
        put: operations["Password.change"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/password-links/inspect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Who an invitation or reset link is for */
        post: operations["Password.inspect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/password-links/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set a password with a one-time link; every session of the user ends */
        post: operations["Password.accept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether a second factor is set up */
        get: operations["SecondFactor.state"];
        put?: never;
        /** Begin to set up an authenticator */
        post: operations["SecondFactor.enrol"];
        /** Turn the second factor off */
        delete: operations["SecondFactor.disable"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/second-factor/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Turn the second factor on with a first code; every other session ends */
        post: operations["SecondFactor.confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/second-factor/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** New recovery codes; the old ones stop working */
        post: operations["SecondFactor.renewRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every operation of the data API with its parameters and price */
        get: operations["Operations.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The account with its balance */
        get: operations["Account.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Set the low-balance threshold */
        patch: operations["Account.change"];
        trace?: never;
    };
    "/dashboard/api/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where low balances are sent */
        get: operations["Webhook.read"];
        /** Set the address; a new signing secret comes with it */
        put: operations["Webhook.set"];
        post?: never;
        /** Send no more */
        delete: operations["Webhook.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/webhook/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a test delivery */
        post: operations["Webhook.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/webhook/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The last fifty deliveries */
        get: operations["Webhook.deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every key, newest first */
        get: operations["OwnAccount.keys"];
        put?: never;
        /** Create a key */
        post: operations["Keys.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a key */
        delete: operations["Keys.revoke"];
        options?: never;
        head?: never;
        /** Change a key */
        patch: operations["Keys.change"];
        trace?: never;
    };
    "/dashboard/api/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace a key */
        post: operations["Keys.rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/keys/{id}/rate-request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask for a higher rate */
        post: operations["Keys.requestRate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Balance, burn rate, and what was spent on what */
        get: operations["OwnAccount.overview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Requests and spend per hour or day, operation and key */
        get: operations["OwnAccount.usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/usage.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The rows of usage as CSV, all of them */
        get: operations["OwnAccount.usageCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The request log, newest first */
        get: operations["OwnAccount.requests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/requests.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The rows of requests as CSV, all of them */
        get: operations["OwnAccount.requestsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/requests/{request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One request with its charge */
        get: operations["OwnAccount.receipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The account’s statement, newest first */
        get: operations["OwnAccount.ledger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/ledger.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The rows of ledger as CSV, all of them */
        get: operations["OwnAccount.ledgerCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/accounts/{account_id}/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Balance, burn rate, and what was spent on what */
        get: operations["SupportedAccount.overview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/accounts/{account_id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every key, newest first */
        get: operations["SupportedAccount.keys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/accounts/{account_id}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Requests and spend per hour or day, operation and key */
        get: operations["SupportedAccount.usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/accounts/{account_id}/usage.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The rows of usage as CSV, all of them */
        get: operations["SupportedAccount.usageCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/accounts/{account_id}/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The request log, newest first */
        get: operations["SupportedAccount.requests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/accounts/{account_id}/requests.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The rows of requests as CSV, all of them */
        get: operations["SupportedAccount.requestsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/accounts/{account_id}/requests/{request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One request with its charge */
        get: operations["SupportedAccount.receipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/accounts/{account_id}/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The account’s statement, newest first */
        get: operations["SupportedAccount.ledger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/accounts/{account_id}/ledger.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The rows of ledger as CSV, all of them */
        get: operations["SupportedAccount.ledgerCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Find an account by name, e-mail address, key or request id */
        get: operations["Customers.search"];
        put?: never;
        /** Create an account with its owner */
        post: operations["Customers.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/accounts/{account_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An account as its owner sees it */
        get: operations["Customers.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/users/{user_id}/password-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A one-time link with which an owner sets a password */
        post: operations["Customers.passwordLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/accounts/{account_id}/top-ups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Credit an account; a repeat with the same Idempotency-Key gives the first answer */
        post: operations["Money.topUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/entries/{entry_id}/reversal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take a ledger entry back with a reversing one */
        post: operations["Money.reverse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/accounts/{account_id}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop an account: its keys are refused */
        post: operations["Money.suspend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/accounts/{account_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restart a suspended account */
        post: operations["Money.resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Set the rate of a key */
        patch: operations["Rates.setRate"];
        trace?: never;
    };
    "/dashboard/api/support/rate-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Wishes for a higher rate */
        get: operations["Rates.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/rate-requests/{id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Grant or decline a wish for a higher rate */
        post: operations["Rates.decide"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/staff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Everybody of support */
        get: operations["Staff.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/staff/{user_id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lock somebody of support out: every session ends at once; nobody can disable themselves */
        post: operations["Staff.disable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/staff/{user_id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let somebody of support sign in again */
        post: operations["Staff.enable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who did what, when, from where */
        get: operations["Oversight.audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** State of the service behind the API */
        get: operations["Oversight.health"];
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
        FaultView: {
            /** @enum {string} */
            in: "path" | "query" | "header" | "body";
            /** @example amount_usd */
            parameter: string;
            /** @description The end of a sentence that begins with the parameter */
            message: string;
        };
        ProblemView: {
            /** @example /errors/forbidden */
            type: string;
            title: string;
            /** @example 403 */
            status: number;
            /** @description For a person */
            detail: string;
            /** @enum {string} */
            code: "bad_request" | "invalid_parameter" | "invalid_cursor" | "unauthorized" | "insufficient_balance" | "private_account" | "account_suspended" | "forbidden" | "not_found" | "profile_not_found" | "method_not_allowed" | "request_timeout" | "conflict" | "payload_too_large" | "unsupported_media_type" | "unprocessable_entity" | "too_many_requests" | "headers_too_large" | "internal_error" | "upstream_error" | "service_unavailable";
            /** @description The same as the x-request-id header */
            request_id: string;
            /** @example 0 */
            charged_usd: string;
            /** @description Whether the same request may succeed later */
            retryable: boolean;
            errors?: components["schemas"]["FaultView"][];
            /**
             * @description For programs, where one code has several causes
             * @enum {string}
             */
            reason?: "second_factor_required" | "second_factor_enrolment_required" | "fresh_password_required" | "confirmation_required";
        };
        SignInBody: {
            /**
             * Format: email
             * @example owner@example.com
             */
            email: string;
            /** Format: password */
            password: string;
            /** @description Six digits of the authenticator, or a recovery code; only where a second factor is set up */
            second_factor?: string;
        };
        UserView: {
            /** @example 1001 */
            id: string;
            /**
             * Format: email
             * @example owner@example.com
             */
            email: string;
            /** @enum {string} */
            role: "owner" | "support";
            /**
             * @description The account of an owner; null for support
             * @example 1001
             */
            account_id: string | null;
        };
        SecondFactorState: {
            enabled: boolean;
            /** @description The operator requires it of this user */
            required: boolean;
        };
        CurrentSessionView: {
            user: components["schemas"]["UserView"];
            second_factor: components["schemas"]["SecondFactorState"];
            /**
             * Format: date-time
             * @description Until when money can be moved without typing the password again
             * @example 2026-01-31T09:30:00.000Z
             */
            password_fresh_until: string;
        };
        ConfirmPasswordBody: {
            /** Format: password */
            password: string;
        };
        SessionView: {
            /** @example 1001 */
            id: string;
            /** @description The session that asks */
            current: boolean;
            /** @description Where it was last used from */
            address: string;
            /** @description What its browser says it is */
            user_agent: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            last_seen_at: string;
        };
        SessionList: {
            items: components["schemas"]["SessionView"][];
        };
        ChangePasswordBody: {
            /** Format: password */
            current_password: string;
            /**
             * Format: password
             * @description At least 12 characters, and not one of the common passwords
             */
            new_password: string;
        };
        PasswordLinkBody: {
            /**
             * Format: password
             * @description The part of the link after #
             */
            token: string;
        };
        PasswordLinkView: {
            /** @enum {string} */
            purpose: "invitation" | "reset";
            /**
             * Format: email
             * @example owner@example.com
             */
            email: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string;
        };
        AcceptPasswordLinkBody: {
            /**
             * Format: password
             * @description The part of the link after #
             */
            token: string;
            /**
             * Format: password
             * @description At least 12 characters, and not one of the common passwords
             */
            password: string;
        };
        SecondFactorView: {
            enabled: boolean;
            /** @description The operator requires it of this user */
            required: boolean;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            enabled_at: string | null;
            /** @description Recovery codes that are still unused */
            recovery_codes_left: number;
        };
        SecondFactorEnrolmentView: {
            /**
             * @description Base32, to be typed by hand
             * @example JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP
             */
            secret: string;
            /**
             * @description To be shown as a QR code
             * @example otpauth://totp/Loupe:owner%40example.com?secret=…
             */
            otpauth_url: string;
        };
        SecondFactorCodeBody: {
            /**
             * @description Six digits of the authenticator
             * @example 123456
             */
            code: string;
        };
        RecoveryCodesView: {
            /** @description Each works once, in place of a code. Shown only here */
            recovery_codes: string[];
        };
        OperationParameterView: {
            /** @example user_id */
            name: string;
            /** @enum {string} */
            in: "path" | "query";
            required: boolean;
            description: string;
            example: string | null;
            /** @description JSON Schema of the value */
            schema: {
                [key: string]: unknown;
            };
        };
        OperationView: {
            /** @example users.followers */
            name: string;
            /** @example /users/{user_id}/followers */
            path: string;
            summary: string;
            /**
             * @description Price of an answer
             * @example 9.994600
             */
            price_usd: string;
            parameters: components["schemas"]["OperationParameterView"][];
        };
        OperationList: {
            items: components["schemas"]["OperationView"][];
        };
        AccountView: {
            /** @example 1001 */
            id: string;
            name: string;
            /** @enum {string} */
            status: "active" | "suspended";
            /** @example 9.994600 */
            balance_usd: string;
            /**
             * @description Balances below it are noted, and sent to the webhook; null: never
             * @example 9.994600
             */
            low_balance_threshold_usd: string | null;
            /**
             * Format: date-time
             * @description Since when the balance has been below the threshold
             * @example 2026-01-31T09:30:00.000Z
             */
            low_balance_since: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        ChangeAccountBody: {
            /**
             * @description null turns the notice off
             * @example 25.00
             */
            low_balance_threshold_usd: string | null;
        };
        WebhookView: {
            /** @description null: none is set */
            url: string | null;
        };
        WebhookBody: {
            /**
             * @description https only; no private address
             * @example https://example.com/hooks/loupe
             */
            url: string;
        };
        WebhookSecretView: {
            /** @description null: none is set */
            url: string | null;
            /** @description Signs every delivery. Shown only here */
            secret: string;
        };
        WebhookDeliveryView: {
            /** @example 1001 */
            id: string;
            /** @example balance.low */
            event: string;
            /** @enum {string} */
            state: "pending" | "delivered" | "failed";
            attempts: number;
            /** @description What went wrong at the last attempt */
            last_error: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description null: nothing more is tried
             * @example 2026-01-31T09:30:00.000Z
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            delivered_at: string | null;
        };
        WebhookDeliveryList: {
            items: components["schemas"]["WebhookDeliveryView"][];
        };
        CreateKeyBody: {
            /**
             * Format: date-time
             * @description When it stops working
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at?: string | null;
            /**
             * @description Most it may spend in a day, UTC
             * @example 25.00
             */
            daily_cap_usd?: string | null;
            /**
             * @description Most it may spend in a calendar month, UTC
             * @example 25.00
             */
            monthly_cap_usd?: string | null;
            /**
             * @description Addresses and ranges it may be used from; null or empty: any
             * @example [
             *       "203.0.113.0/24",
             *       "2001:db8::/32"
             *     ]
             */
            allowed_ips?: string[] | null;
            /** @example Production */
            name: string;
        };
        RateRequestView: {
            /** @example 1001 */
            id: string;
            requests_per_second: number;
            reason: string;
            /** @enum {string} */
            state: "open" | "granted" | "declined";
            /** @description May differ from what was asked for */
            granted_per_second: number | null;
            /** @description A word from support */
            note: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            decided_at: string | null;
        };
        NewKeyView: {
            /** @example 1001 */
            id: string;
            name: string;
            /**
             * @description How it begins: enough to recognise it, not to use it
             * @example loupe_4hTz9QxB
             */
            prefix: string;
            /** @enum {string} */
            state: "active" | "expired" | "replaced" | "revoked";
            rate_limit_per_second: number;
            /** @example 9.994600 */
            daily_cap_usd: string | null;
            /** @example 9.994600 */
            monthly_cap_usd: string | null;
            /**
             * @description Together with the keys it was rotated from
             * @example 9.994600
             */
            spent_today_usd: string;
            /** @example 9.994600 */
            spent_this_month_usd: string;
            /** @description Empty: any address */
            allowed_ips: string[];
            /** @description What would break if it were revoked now */
            requests_last_24_hours: number;
            /**
             * Format: date-time
             * @description To the minute
             * @example 2026-01-31T09:30:00.000Z
             */
            last_used_at: string | null;
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
             * @description End of the overlap after it was rotated
             * @example 2026-01-31T09:30:00.000Z
             */
            retires_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            revoked_at: string | null;
            /**
             * @description The key it was rotated from
             * @example 1001
             */
            rotated_from_id: string | null;
            /** @description The latest */
            rate_request: components["schemas"]["RateRequestView"] | null;
            /** @description The key itself. Shown only here */
            key: string;
        };
        ChangeKeyBody: {
            /**
             * Format: date-time
             * @description When it stops working
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at?: string | null;
            /**
             * @description Most it may spend in a day, UTC
             * @example 25.00
             */
            daily_cap_usd?: string | null;
            /**
             * @description Most it may spend in a calendar month, UTC
             * @example 25.00
             */
            monthly_cap_usd?: string | null;
            /**
             * @description Addresses and ranges it may be used from; null or empty: any
             * @example [
             *       "203.0.113.0/24",
             *       "2001:db8::/32"
             *     ]
             */
            allowed_ips?: string[] | null;
            name?: string;
        };
        KeyView: {
            /** @example 1001 */
            id: string;
            name: string;
            /**
             * @description How it begins: enough to recognise it, not to use it
             * @example loupe_4hTz9QxB
             */
            prefix: string;
            /** @enum {string} */
            state: "active" | "expired" | "replaced" | "revoked";
            rate_limit_per_second: number;
            /** @example 9.994600 */
            daily_cap_usd: string | null;
            /** @example 9.994600 */
            monthly_cap_usd: string | null;
            /**
             * @description Together with the keys it was rotated from
             * @example 9.994600
             */
            spent_today_usd: string;
            /** @example 9.994600 */
            spent_this_month_usd: string;
            /** @description Empty: any address */
            allowed_ips: string[];
            /** @description What would break if it were revoked now */
            requests_last_24_hours: number;
            /**
             * Format: date-time
             * @description To the minute
             * @example 2026-01-31T09:30:00.000Z
             */
            last_used_at: string | null;
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
             * @description End of the overlap after it was rotated
             * @example 2026-01-31T09:30:00.000Z
             */
            retires_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            revoked_at: string | null;
            /**
             * @description The key it was rotated from
             * @example 1001
             */
            rotated_from_id: string | null;
            /** @description The latest */
            rate_request: components["schemas"]["RateRequestView"] | null;
        };
        RotateKeyBody: {
            /** @description How long the old key still works */
            overlap_seconds: number;
        };
        RateRequestBody: {
            requests_per_second: number;
            reason: string;
        };
        UsageTotals: {
            requests: number;
            /** @description Requests that were paid for */
            charged_requests: number;
            /** @description Requests answered with a status of 400 or more */
            errors: number;
            /** @example 9.994600 */
            spend_usd: string;
        };
        DayTotals: {
            requests: number;
            /** @description Requests that were paid for */
            charged_requests: number;
            /** @description Requests answered with a status of 400 or more */
            errors: number;
            /** @example 9.994600 */
            spend_usd: string;
            /**
             * Format: date
             * @example 2026-01-31
             */
            day: string;
        };
        OperationTotals: {
            requests: number;
            /** @description Requests that were paid for */
            charged_requests: number;
            /** @description Requests answered with a status of 400 or more */
            errors: number;
            /** @example 9.994600 */
            spend_usd: string;
            /** @example users.followers */
            operation: string;
        };
        KeyTotals: {
            requests: number;
            /** @description Requests that were paid for */
            charged_requests: number;
            /** @description Requests answered with a status of 400 or more */
            errors: number;
            /** @example 9.994600 */
            spend_usd: string;
            /** @example 1001 */
            key_id: string;
            key_name: string;
        };
        ErrorTotals: {
            /** @example profile_not_found */
            code: string;
            requests: number;
        };
        OverviewView: {
            /** @example 9.994600 */
            balance_usd: string;
            /**
             * @description Mean spend of the last seven days
             * @example 9.994600
             */
            burn_rate_usd_per_day: string;
            /** @description How long the balance lasts at that rate; null: nothing is spent */
            days_left: number | null;
            /**
             * Format: date
             * @example 2026-01-31
             */
            from: string;
            /**
             * Format: date
             * @description Last day of the period, UTC
             * @example 2026-01-31
             */
            to: string;
            totals: components["schemas"]["UsageTotals"];
            /** @description Every day of the period, the empty ones too */
            by_day: components["schemas"]["DayTotals"][];
            /** @description Dearest first */
            by_operation: components["schemas"]["OperationTotals"][];
            /** @description Dearest first */
            by_key: components["schemas"]["KeyTotals"][];
            /** @description Most frequent first */
            errors_by_code: components["schemas"]["ErrorTotals"][];
        };
        KeyList: {
            items: components["schemas"]["KeyView"][];
        };
        UsageRowView: {
            requests: number;
            /** @description Requests that were paid for */
            charged_requests: number;
            /** @description Requests answered with a status of 400 or more */
            errors: number;
            /** @example 9.994600 */
            spend_usd: string;
            /**
             * Format: date-time
             * @description When the hour or day begins
             * @example 2026-01-31T09:30:00.000Z
             */
            time: string;
            /** @example users.followers */
            operation: string | null;
            /** @example 1001 */
            key_id: string | null;
            key_name: string | null;
        };
        UsageList: {
            items: components["schemas"]["UsageRowView"][];
        };
        KeyName: {
            /** @example 1001 */
            id: string;
            name: string;
            /** @example loupe_4hTz9QxB */
            prefix: string;
        };
        RequestView: {
            /** @description The x-request-id of the answer */
            request_id: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            time: string;
            key: components["schemas"]["KeyName"];
            /** @example users.followers */
            operation: string;
            /** @example 200 */
            status: number;
            /** @description Of the problem; null when it went well */
            code: string | null;
            /** @example 9.994600 */
            cost_usd: string;
            /** @description Milliseconds from its arrival to its answer */
            duration_ms: number;
            /** @description Milliseconds of them spent on the upstream */
            upstream_ms: number | null;
            /** @description Size of the answer’s body */
            bytes: number;
        };
        RequestPage: {
            items: components["schemas"]["RequestView"][];
            /** @description Pass it as cursor to read on; null on the last page */
            next_cursor: string | null;
            has_more: boolean;
        };
        PriceRuleView: {
            /** @description What the operation costs, in units */
            units: number;
            /**
             * @description What it would cost when charged
             * @example 9.994600
             */
            price_usd: string;
            charged: boolean;
            /** @description Why it was or was not */
            reason: string;
        };
        LedgerReceiptView: {
            /** @description A UUID: the request id */
            entry_id: string;
            /** @example 9.994600 */
            amount_usd: string;
            /** @example 9.994600 */
            balance_after_usd: string;
            /** @description The reversal that took it back */
            reversed_by_entry_id: string | null;
        };
        ReceiptView: {
            /** @description The x-request-id of the answer */
            request_id: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            time: string;
            key: components["schemas"]["KeyName"];
            /** @example users.followers */
            operation: string;
            /** @example 200 */
            status: number;
            /** @description Of the problem; null when it went well */
            code: string | null;
            /** @example 9.994600 */
            cost_usd: string;
            /** @description Milliseconds from its arrival to its answer */
            duration_ms: number;
            /** @description Milliseconds of them spent on the upstream */
            upstream_ms: number | null;
            /** @description Size of the answer’s body */
            bytes: number;
            price: components["schemas"]["PriceRuleView"];
            /** @description null: nothing was charged */
            ledger: components["schemas"]["LedgerReceiptView"] | null;
            /** @description The body it was answered with, when it failed */
            problem: components["schemas"]["ProblemView"] | null;
        };
        LedgerEntryView: {
            /** @description A UUID; of a charge the request id */
            id: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            time: string;
            /** @enum {string} */
            kind: "charge" | "top_up" | "adjustment" | "reversal";
            /**
             * @description Negative where money left the account
             * @example 9.994600
             */
            amount_usd: string;
            /** @example 9.994600 */
            balance_after_usd: string;
            /** @description Of a charge */
            request_id: string | null;
            /** @description Of a top-up or a reversal */
            note: string | null;
            /** @description The entry that a reversal takes back */
            reverses_entry_id: string | null;
            /** @description The reversal that took it back */
            reversed_by_entry_id: string | null;
        };
        LedgerPage: {
            items: components["schemas"]["LedgerEntryView"][];
            /** @description Pass it as cursor to read on; null on the last page */
            next_cursor: string | null;
            has_more: boolean;
        };
        OwnerName: {
            /** @example 1001 */
            id: string;
            /**
             * Format: email
             * @example owner@example.com
             */
            email: string;
        };
        SearchMatchView: {
            /** @enum {string} */
            kind: "id" | "name" | "email" | "key" | "request" | "entry";
            /**
             * @description The key that was looked for
             * @example 1001
             */
            key_id: string | null;
            /** @description The request or ledger entry that was looked for */
            entry_id: string | null;
        };
        CustomerView: {
            /** @example 1001 */
            id: string;
            name: string;
            /** @enum {string} */
            status: "active" | "suspended";
            /** @example 9.994600 */
            balance_usd: string;
            /**
             * @description Balances below it are noted, and sent to the webhook; null: never
             * @example 9.994600
             */
            low_balance_threshold_usd: string | null;
            /**
             * Format: date-time
             * @description Since when the balance has been below the threshold
             * @example 2026-01-31T09:30:00.000Z
             */
            low_balance_since: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            owner: components["schemas"]["OwnerName"] | null;
            /** @description null: nothing was searched for */
            match: components["schemas"]["SearchMatchView"] | null;
        };
        CustomerPage: {
            items: components["schemas"]["CustomerView"][];
            /** @description Pass it as cursor to read on; null on the last page */
            next_cursor: string | null;
            has_more: boolean;
        };
        CreateCustomerBody: {
            /** @example Example Ltd */
            name: string;
            /**
             * Format: email
             * @example owner@example.com
             */
            owner_email: string;
            /**
             * Format: password
             * @description Left out: an invitation link is answered with
             */
            owner_password?: string;
        };
        NewCustomerView: {
            /** @example 1001 */
            id: string;
            name: string;
            owner: components["schemas"]["OwnerName"];
            /** @description One-time link to set the password; only where none was given */
            invitation_url?: string;
        };
        CustomerOwnerView: {
            /** @example 1001 */
            id: string;
            /**
             * Format: email
             * @example owner@example.com
             */
            email: string;
            /** @description false: the invitation has not been accepted yet */
            has_password: boolean;
            second_factor_enabled: boolean;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            last_seen_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        CustomerDetailView: {
            /** @example 1001 */
            id: string;
            name: string;
            /** @enum {string} */
            status: "active" | "suspended";
            /** @example 9.994600 */
            balance_usd: string;
            /**
             * @description Balances below it are noted, and sent to the webhook; null: never
             * @example 9.994600
             */
            low_balance_threshold_usd: string | null;
            /**
             * Format: date-time
             * @description Since when the balance has been below the threshold
             * @example 2026-01-31T09:30:00.000Z
             */
            low_balance_since: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            owners: components["schemas"]["CustomerOwnerView"][];
        };
        PasswordLinkOptions: {
            /** @description Using the link also turns the user’s second factor off */
            reset_second_factor?: boolean;
        };
        IssuedPasswordLinkView: {
            /** @enum {string} */
            purpose: "invitation" | "reset";
            /**
             * Format: email
             * @example owner@example.com
             */
            email: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string;
            /** @example https://loupe.example.com/dashboard/welcome#AbC… */
            url: string;
        };
        TopUpBody: {
            /** @example 25.00 */
            amount_usd: string;
            /** @example Invoice 2026-014 */
            note: string;
            /**
             * @description The amount once more; needed above the bound that the operator set
             * @example 25.00
             */
            confirm_amount_usd?: string;
        };
        EntryReceiptView: {
            /** @description A UUID */
            entry_id: string;
            /**
             * @description Balance after it
             * @example 9.994600
             */
            balance_usd: string;
        };
        ReasonBody: {
            /** @description For the audit log */
            note?: string;
        };
        AccountStatusView: {
            /** @example 1001 */
            id: string;
            name: string;
            /** @enum {string} */
            status: "active" | "suspended";
        };
        KeyRateBody: {
            rate_limit_per_second: number;
        };
        RateRequestItem: {
            /** @example 1001 */
            id: string;
            requests_per_second: number;
            reason: string;
            /** @enum {string} */
            state: "open" | "granted" | "declined";
            /** @description May differ from what was asked for */
            granted_per_second: number | null;
            /** @description A word from support */
            note: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            decided_at: string | null;
            key: components["schemas"]["KeyName"];
            /** @example 1001 */
            account_id: string;
            account_name: string;
            /** @description What the key has now */
            rate_limit_per_second: number;
        };
        RateRequestPage: {
            items: components["schemas"]["RateRequestItem"][];
            /** @description Pass it as cursor to read on; null on the last page */
            next_cursor: string | null;
            has_more: boolean;
        };
        RateDecisionBody: {
            granted: boolean;
            /** @description What was asked for, when not given */
            requests_per_second?: number;
            /** @description A word to the owner */
            note?: string;
        };
        StaffView: {
            /** @example 1001 */
            id: string;
            /**
             * Format: email
             * @example owner@example.com
             */
            email: string;
            /** @description false: the invitation has not been accepted yet */
            has_password: boolean;
            second_factor_enabled: boolean;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            last_seen_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description null: can sign in
             * @example 2026-01-31T09:30:00.000Z
             */
            disabled_at: string | null;
        };
        StaffList: {
            items: components["schemas"]["StaffView"][];
        };
        ActorView: {
            /**
             * @description null: the operator’s own commands
             * @example 1001
             */
            user_id: string | null;
            /** @description An e-mail address, or how the command calls itself */
            label: string;
            /** @description Network address */
            address: string | null;
        };
        AuditTargetView: {
            /** @example entry */
            type: string;
            id: string;
        };
        AuditEntryView: {
            /** @example 1001 */
            id: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            time: string;
            actor: components["schemas"]["ActorView"];
            /** @example account.top_up */
            action: string;
            /** @example 1001 */
            account_id: string | null;
            target: components["schemas"]["AuditTargetView"];
            /** @description What else there is to know */
            details: {
                [key: string]: unknown;
            };
        };
        AuditPage: {
            items: components["schemas"]["AuditEntryView"][];
            /** @description Pass it as cursor to read on; null on the last page */
            next_cursor: string | null;
            has_more: boolean;
        };
        UpstreamHealthView: {
            /**
             * @description open: the upstream is left alone for a while
             * @enum {string}
             */
            breaker: "closed" | "open" | "half_open";
            /** @description Sessions of the operator’s file */
            sessions: number;
            /** @description Those that the upstream has not refused within the last minute */
            healthy_sessions: number;
        };
        ChargeQueueView: {
            /** @description Charges that wait for their batch in this process */
            waiting: number;
            /** @description How many may wait before requests are refused */
            capacity: number;
        };
        KeySetView: {
            /** @description Keys that this process knows */
            keys: number;
            /** @description Seconds since they were last known to be current; past 30 requests are refused */
            age_seconds: number;
        };
        ReconcileView: {
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            time: string;
            /** @description 0: every balance and sum is proven */
            differences: number;
        };
        HealthView: {
            /** @description Nothing here needs a person */
            ok: boolean;
            upstream: components["schemas"]["UpstreamHealthView"];
            charge_queue: components["schemas"]["ChargeQueueView"];
            key_set: components["schemas"]["KeySetView"];
            /** @description The last one; null: none has run yet */
            reconcile: components["schemas"]["ReconcileView"] | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "Session.current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentSessionView"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Session.signIn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentSessionView"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Session.signOut": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Session.confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmPasswordBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentSessionView"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Sessions.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Sessions.revokeOthers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Sessions.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Password.change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePasswordBody"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Password.inspect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordLinkBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordLinkView"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Password.accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptPasswordLinkBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordLinkView"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "SecondFactor.state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactorView"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "SecondFactor.enrol": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactorEnrolmentView"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "SecondFactor.disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "SecondFactor.confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorCodeBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodesView"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "SecondFactor.renewRecoveryCodes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodesView"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Operations.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationList"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Account.read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountView"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Account.change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeAccountBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountView"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Webhook.read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookView"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Webhook.set": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecretView"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Webhook.remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Webhook.deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "OwnAccount.keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyList"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Keys.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateKeyBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewKeyView"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Keys.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Keys.change": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeKeyBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyView"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Keys.rotate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateKeyBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewKeyView"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Keys.requestRate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RateRequestBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateRequestView"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "OwnAccount.overview": {
        parameters: {
            query?: {
                /** @description Days to look back, today included; 30 when not given */
                days?: number;
                /** @description First day, UTC; goes before days */
                from?: string;
                /** @description Last day, included; today when not given */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OverviewView"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "OwnAccount.usage": {
        parameters: {
            query?: {
                /** @description First day, UTC; 30 days ago when not given */
                from?: string;
                /** @description Last day, included; today when not given */
                to?: string;
                /** @description day when not given; hour for at most 31 days */
                interval?: "hour" | "day";
                /** @description operation_and_key when not given */
                group_by?: "operation_and_key" | "operation" | "key" | "total";
                operation?: string;
                key_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageList"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "OwnAccount.usageCsv": {
        parameters: {
            query?: {
                /** @description First day, UTC; 30 days ago when not given */
                from?: string;
                /** @description Last day, included; today when not given */
                to?: string;
                /** @description day when not given; hour for at most 31 days */
                interval?: "hour" | "day";
                /** @description operation_and_key when not given */
                group_by?: "operation_and_key" | "operation" | "key" | "total";
                operation?: string;
                key_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "OwnAccount.requests": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description Rows of a page; 50 when not given */
                limit?: number;
                /** @description Not before */
                from?: string;
                /** @description Before */
                to?: string;
                key_id?: string;
                operation?: string;
                status?: number;
                code?: string;
                /** @description failed: answered with a problem */
                outcome?: "succeeded" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestPage"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "OwnAccount.requestsCsv": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description Rows of a page; 50 when not given */
                limit?: number;
                /** @description Not before */
                from?: string;
                /** @description Before */
                to?: string;
                key_id?: string;
                operation?: string;
                status?: number;
                code?: string;
                /** @description failed: answered with a problem */
                outcome?: "succeeded" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "OwnAccount.receipt": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiptView"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "OwnAccount.ledger": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description Rows of a page; 50 when not given */
                limit?: number;
                /** @description Not before */
                from?: string;
                /** @description Before */
                to?: string;
                kind?: "charge" | "top_up" | "adjustment" | "reversal";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerPage"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "OwnAccount.ledgerCsv": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description Rows of a page; 50 when not given */
                limit?: number;
                /** @description Not before */
                from?: string;
                /** @description Before */
                to?: string;
                kind?: "charge" | "top_up" | "adjustment" | "reversal";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "SupportedAccount.overview": {
        parameters: {
            query?: {
                /** @description Days to look back, today included; 30 when not given */
                days?: number;
                /** @description First day, UTC; goes before days */
                from?: string;
                /** @description Last day, included; today when not given */
                to?: string;
            };
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OverviewView"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "SupportedAccount.keys": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyList"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "SupportedAccount.usage": {
        parameters: {
            query?: {
                /** @description First day, UTC; 30 days ago when not given */
                from?: string;
                /** @description Last day, included; today when not given */
                to?: string;
                /** @description day when not given; hour for at most 31 days */
                interval?: "hour" | "day";
                /** @description operation_and_key when not given */
                group_by?: "operation_and_key" | "operation" | "key" | "total";
                operation?: string;
                key_id?: string;
            };
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageList"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "SupportedAccount.usageCsv": {
        parameters: {
            query?: {
                /** @description First day, UTC; 30 days ago when not given */
                from?: string;
                /** @description Last day, included; today when not given */
                to?: string;
                /** @description day when not given; hour for at most 31 days */
                interval?: "hour" | "day";
                /** @description operation_and_key when not given */
                group_by?: "operation_and_key" | "operation" | "key" | "total";
                operation?: string;
                key_id?: string;
            };
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "SupportedAccount.requests": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description Rows of a page; 50 when not given */
                limit?: number;
                /** @description Not before */
                from?: string;
                /** @description Before */
                to?: string;
                key_id?: string;
                operation?: string;
                status?: number;
                code?: string;
                /** @description failed: answered with a problem */
                outcome?: "succeeded" | "failed";
            };
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestPage"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "SupportedAccount.requestsCsv": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description Rows of a page; 50 when not given */
                limit?: number;
                /** @description Not before */
                from?: string;
                /** @description Before */
                to?: string;
                key_id?: string;
                operation?: string;
                status?: number;
                code?: string;
                /** @description failed: answered with a problem */
                outcome?: "succeeded" | "failed";
            };
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "SupportedAccount.receipt": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiptView"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "SupportedAccount.ledger": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description Rows of a page; 50 when not given */
                limit?: number;
                /** @description Not before */
                from?: string;
                /** @description Before */
                to?: string;
                kind?: "charge" | "top_up" | "adjustment" | "reversal";
            };
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerPage"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "SupportedAccount.ledgerCsv": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description Rows of a page; 50 when not given */
                limit?: number;
                /** @description Not before */
                from?: string;
                /** @description Before */
                to?: string;
                kind?: "charge" | "top_up" | "adjustment" | "reversal";
            };
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Customers.search": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description Rows of a page; 50 when not given */
                limit?: number;
                /** @description Part of a name or e-mail address, the beginning of a key, an account id, or a whole request or entry id; everyone when not given */
                query?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerPage"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Customers.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCustomerBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewCustomerView"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Customers.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerDetailView"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Customers.passwordLink": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordLinkOptions"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedPasswordLinkView"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Money.topUp": {
        parameters: {
            query?: never;
            header: {
                /** @description Any text of your own, new for each intent: the same one never acts twice */
                "Idempotency-Key": string;
            };
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TopUpBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntryReceiptView"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Money.reverse": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                entry_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReasonBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntryReceiptView"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Money.suspend": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReasonBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountStatusView"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Money.resume": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReasonBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountStatusView"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Rates.setRate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyRateBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyView"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Rates.list": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description Rows of a page; 50 when not given */
                limit?: number;
                /** @description open when not given */
                state?: "open" | "granted" | "declined";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateRequestPage"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Rates.decide": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RateDecisionBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateRequestView"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Staff.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffList"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Staff.disable": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReasonBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffView"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Staff.enable": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReasonBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffView"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Oversight.audit": {
        parameters: {
            query?: {
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description Rows of a page; 50 when not given */
                limit?: number;
                account_id?: string;
                /** @description Who did it */
                user_id?: string;
                action?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
    "Oversight.health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthView"];
                };
            };
            /** @description What went wrong */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemView"];
                };
            };
        };
    };
}
