// Generated from apps/api/dashboard-openapi.json by `npm run client:generate`. Do not edit.

export interface paths {
    "/dashboard/api/answers/{idempotency_key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Find out what became of a request whose response did not arrive */
        get: operations["Answers.outcome"];
        put?: never;
        post?: never;
        /** Delete a response that has arrived, with the secrets that it shows */
        delete: operations["Answers.acknowledge"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/session/oidc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Send the browser to the OpenID provider */
        get: operations["OpenId.begin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/session/oidc/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin to accept an invitation with a person of the OpenID provider */
        post: operations["OpenId.accept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/session/oidc/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** After the provider, prove the second factor */
        post: operations["OpenId.enterCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/session/oidc/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** After the provider, prove a password once, to link its user and sign in */
        post: operations["OpenId.linkByPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/provider-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** After the provider, link the signed-in user to the person that it has authenticated */
        put: operations["OpenId.link"];
        post?: never;
        /** Unlink the signed-in user from the OpenID provider; ends all other sessions */
        delete: operations["OpenId.unlink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/session/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get what the browser needs to use a passkey, within five minutes */
        post: operations["Session.passkeyOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/session/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in with a passkey */
        post: operations["Session.signInByPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the current session and its user */
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
    "/dashboard/api/session/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in with a one-time link of the operator */
        post: operations["Session.signInByLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/session/visitor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the current session, or null for a visitor who is not signed in */
        get: operations["Session.visitor"];
        put?: never;
        post?: never;
        delete?: never;
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
        /** Confirm with the password or a passkey before a sensitive change */
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
        /** List the user’s sessions */
        get: operations["Sessions.list"];
        put?: never;
        post?: never;
        /** End all other sessions */
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
        /** End a session */
        delete: operations["Sessions.revoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the user’s passkeys */
        get: operations["Passkeys.list"];
        put?: never;
        /** Add the passkey that the browser has made; ends all other sessions */
        post: operations["Passkeys.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get what the browser needs to make a passkey, within five minutes */
        post: operations["Passkeys.options"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/passkeys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a passkey; ends all other sessions */
        delete: operations["Passkeys.remove"];
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
        /** Change the password; ends all other sessions */
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
        /** Show whom an invitation or reset link is for */
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
        /** Set a password with a one-time link; ends all of the user’s sessions */
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
        /** Get the state of the second factor */
        get: operations["SecondFactor.state"];
        put?: never;
        /** Start authenticator setup */
        post: operations["SecondFactor.enrol"];
        /** Turn off the second factor */
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
        /** Turn on the second factor with a first code; ends all other sessions */
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
        /** Replace the recovery codes */
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
        /** List the operations of the data API with their parameters and prices */
        get: operations["Operations.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/playground": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Call the data API with the built-in key, and return the response of the call */
        post: operations["Playground.call"];
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
        /** Get the account and its balance */
        get: operations["Account.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Set the low-balance threshold or the cap of developers’ keys; the cap requires a recently entered password */
        patch: operations["Account.change"];
        trace?: never;
    };
    "/dashboard/api/account/top-up-request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Request a top-up from support; a new request replaces the previous one */
        post: operations["Account.requestTopUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/account-data.ndjson.gz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download all stored data of the account, as gzipped lines of JSON */
        get: operations["AccountData.download"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/accounts/{account_id}/account-data.ndjson.gz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download all stored data of the account, as gzipped lines of JSON */
        get: operations["SupportedAccountData.download"];
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
        /** List the keys, active keys first */
        get: operations["KeyList.list"];
        put?: never;
        /** Create a key; a developer’s key counts towards what the developer may spend a day */
        post: operations["Keys.create"];
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
        /** List the keys, active keys first */
        get: operations["SupportedKeyList.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/keys/{id}/refusals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List why requests of a key and its rotations were refused in the last seven days */
        get: operations["KeyList.refusals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/accounts/{account_id}/keys/{id}/refusals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List why requests of a key and its rotations were refused in the last seven days */
        get: operations["SupportedKeyList.refusals"];
        put?: never;
        post?: never;
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
        /** Change a key; changing its limits requires a recently entered password */
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
        /** Replace a key with a new one; only owners can replace a live key without a spending cap */
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
        /** Request a higher rate limit */
        post: operations["Keys.requestRate"];
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
        /** Set the rate limit of a key and its rotations */
        patch: operations["RateRequests.setRate"];
        trace?: never;
    };
    "/dashboard/api/support/rate-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List rate-limit increase requests */
        get: operations["RateRequests.list"];
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
        /** Approve or decline a rate-limit increase request */
        post: operations["RateRequests.decide"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/management-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the management tokens; tokens that have ended come last */
        get: operations["ManagementTokens.list"];
        put?: never;
        /** Create a management token; all owners are told by email */
        post: operations["ManagementTokens.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/management-tokens/{id}/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what a program did with the token, newest first */
        get: operations["ManagementTokens.actions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/management-tokens/{id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answer for a token whose owner has left, so that it works again */
        post: operations["ManagementTokens.confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/management-tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a token; this takes effect with its next request */
        delete: operations["ManagementTokens.revoke"];
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
        /** Get the balance, the burn rate, and a breakdown of requests and spend */
        get: operations["Usage.overview"];
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
        /** Get the balance, the burn rate, and a breakdown of requests and spend */
        get: operations["SupportedUsage.overview"];
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
        /** List requests and spend per hour or day, operation and key */
        get: operations["Usage.list"];
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
        /** List requests and spend per hour or day, operation and key */
        get: operations["SupportedUsage.list"];
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
        /** Download all matching rows of usage as CSV */
        get: operations["Usage.csv"];
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
        /** Download all matching rows of usage as CSV */
        get: operations["SupportedUsage.csv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the webhook endpoints, with the last delivery of each */
        get: operations["Webhooks.list"];
        put?: never;
        /** Add a webhook endpoint; an account has at most five */
        post: operations["Webhooks.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/webhooks/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the types of webhook events, with a sample body of each */
        get: operations["Webhooks.events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove an endpoint; what waits for it is not sent */
        delete: operations["Webhooks.remove"];
        options?: never;
        head?: never;
        /** Change an endpoint, or switch it on or off; a new URL requires a recently entered password */
        patch: operations["Webhooks.change"];
        trace?: never;
    };
    "/dashboard/api/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Issue a new secret; the old one signs along for 24 hours */
        post: operations["Webhooks.rotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/webhooks/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a secret from before an upgrade in the form that signs now, until it is rotated */
        get: operations["Webhooks.readSecret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a test delivery */
        post: operations["Webhooks.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the deliveries of the last thirty days, newest first */
        get: operations["Webhooks.deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/webhooks/deliveries/{delivery_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a delivery again, once, with the same webhook-id and body */
        post: operations["Webhooks.resend"];
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
        /** List the request log, newest first */
        get: operations["Requests.list"];
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
        /** List the request log, newest first */
        get: operations["SupportedRequests.list"];
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
        /** Download all matching rows of requests as CSV */
        get: operations["Requests.csv"];
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
        /** Download all matching rows of requests as CSV */
        get: operations["SupportedRequests.csv"];
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
        /** Get a request and its charge */
        get: operations["Requests.receipt"];
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
        /** Get a request and its charge */
        get: operations["SupportedRequests.receipt"];
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
        /** List the ledger entries of the account, newest first */
        get: operations["Ledger.list"];
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
        /** List the ledger entries of the account, newest first */
        get: operations["SupportedLedger.list"];
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
        /** Download all matching rows of ledger as CSV */
        get: operations["Ledger.csv"];
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
        /** Download all matching rows of ledger as CSV */
        get: operations["SupportedLedger.csv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/ledger/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the statement of a month */
        get: operations["Ledger.statement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/accounts/{account_id}/ledger/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the statement of a month */
        get: operations["SupportedLedger.statement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/ledger/statement.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download the statement of a month as CSV */
        get: operations["Ledger.statementCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/accounts/{account_id}/ledger/statement.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download the statement of a month as CSV */
        get: operations["SupportedLedger.statementCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the members of the account */
        get: operations["Members.list"];
        put?: never;
        /** Invite a member */
        post: operations["Members.invite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/members/{user_id}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Issue a new link to a member who has not joined; the previous link stops working */
        post: operations["Members.inviteAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/members/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a member and end their sessions; keys that they created keep working */
        delete: operations["Members.remove"];
        options?: never;
        head?: never;
        /** Change the role of a member; this takes effect with their next request */
        patch: operations["Members.changeRole"];
        trace?: never;
    };
    "/dashboard/api/notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the last twenty notifications, newest first */
        get: operations["Notifications.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/notices/seen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Mark a notification and all older ones as seen by you */
        put: operations["Notifications.markSeen"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/notices/switches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List which notifications are on, by channel */
        get: operations["Notifications.switches"];
        /** Turn a notification on or off */
        put: operations["Notifications.turn"];
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
        /** Search accounts by name, email address, key or request id */
        get: operations["Customers.search"];
        put?: never;
        /** Create an account and its owner */
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
        /** Get an account and its owners */
        get: operations["Customers.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/accounts/{account_id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pin a note for support to an account */
        post: operations["Customers.addNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/accounts/{account_id}/notes/{note_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a note */
        delete: operations["Customers.removeNote"];
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
        /** Issue a one-time link for a member to set a password */
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
        /** Credit an account; a repeat with the same Idempotency-Key returns the first response */
        post: operations["Money.topUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/pending-top-ups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List top-ups that wait for a second person */
        get: operations["Money.listPending"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/pending-top-ups/{id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Credit or decline a top-up that somebody else asked for */
        post: operations["Money.decidePending"];
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
        /** Reverse a ledger entry */
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
        /** Suspend an account; its keys are refused */
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
        /** Resume a suspended account */
        post: operations["Money.resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/monitors/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the operations that can be watched, and what that costs */
        get: operations["Monitors.operations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/monitors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the monitors, newest first */
        get: operations["MonitorView.list"];
        put?: never;
        /** Create a monitor; developers use only keys that they created */
        post: operations["Monitors.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/monitors/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a monitor */
        get: operations["MonitorView.find"];
        put?: never;
        post?: never;
        /** Delete a monitor and its events */
        delete: operations["Monitors.remove"];
        options?: never;
        head?: never;
        /** Change, pause or resume a monitor; a resumed one runs at once */
        patch: operations["Monitors.change"];
        trace?: never;
    };
    "/dashboard/api/monitors/{id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run a monitor now; its next pause begins with this run */
        post: operations["Monitors.run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/accounts/{account_id}/monitors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the monitors, newest first */
        get: operations["SupportedMonitorView.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/accounts/{account_id}/monitors/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a monitor */
        get: operations["SupportedMonitorView.find"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/monitors/{id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the latest 100 runs, newest first */
        get: operations["MonitorView.runs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/accounts/{account_id}/monitors/{id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the latest 100 runs, newest first */
        get: operations["SupportedMonitorView.runs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/monitors/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the events of the last 90 days, newest first */
        get: operations["MonitorView.events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/accounts/{account_id}/monitors/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the events of the last 90 days, newest first */
        get: operations["SupportedMonitorView.events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/monitors/{id}/values": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the watched values over time, oldest first */
        get: operations["MonitorView.values"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/accounts/{account_id}/monitors/{id}/values": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the watched values over time, oldest first */
        get: operations["SupportedMonitorView.values"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/support/accounts/{account_id}/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the card payments of a customer, newest first */
        get: operations["CustomerPayments.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/account/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the card payments of the account, newest first */
        get: operations["Payments.list"];
        put?: never;
        /** Begin a card payment; the person pays at checkout_url */
        post: operations["Payments.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/account/payments/{payment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a card payment; asks Stripe about one that is not complete */
        get: operations["Payments.read"];
        put?: never;
        post?: never;
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
        /** List support users */
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
        /** Disable a support user. Ends their sessions; you can’t disable yourself. */
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
        /** Enable a support user */
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
        /** List the audit log; as lines of JSON, oldest first */
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
        /** Get the health of the service */
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
        ChangeOutcomeView: {
            /**
             * @description done: the change was made. unknown: no change with this key was made in the last ten minutes; with settle, none will be: send it again with a new key
             * @enum {string}
             */
            state: "done" | "unknown";
            /** @description The response, until it is acknowledged. If it is absent, send the request again with the same key */
            answer?: Record<string, never>;
        };
        InvitationBody: {
            /**
             * Format: password
             * @description The part of the link after #
             */
            token: string;
        };
        ProviderVisitView: {
            /** @description Where the browser goes now */
            url: string;
        };
        ProviderCodeBody: {
            /** @description Six-digit authenticator code or a recovery code */
            second_factor: string;
        };
        SignInBody: {
            /**
             * Format: email
             * @example owner@example.com
             */
            email: string;
            /** Format: password */
            password: string;
            /** @description Six-digit authenticator code or a recovery code, if a second factor is set up */
            second_factor?: string;
        };
        PasskeyOptionsBody: {
            /**
             * @description sign_in is the default
             * @enum {string}
             */
            purpose?: "sign_in" | "confirm";
        };
        WebAuthnOptions: {
            /** @description The options of WebAuthn Level 3 as JSON, such as for `PublicKeyCredential.parseRequestOptionsFromJSON` */
            public_key: {
                [key: string]: unknown;
            };
        };
        PasskeySignInBody: {
            /** @description The AuthenticationResponseJSON of WebAuthn Level 3 */
            credential: {
                [key: string]: unknown;
            };
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
            role: "owner" | "developer" | "viewer" | "support" | "support_viewer";
            /**
             * @description A member’s account; null for support
             * @example 1001
             */
            account_id: string | null;
        };
        SecondFactorState: {
            enabled: boolean;
            /** @description Whether the operator requires it for this user, and sign-in has not proved it otherwise */
            required: boolean;
        };
        CurrentSessionView: {
            user: components["schemas"]["UserView"];
            second_factor: components["schemas"]["SecondFactorState"];
            /**
             * Format: date-time
             * @description Until this time, sensitive changes do not require another proof
             * @example 2026-01-31T09:30:00.000Z
             */
            password_fresh_until: string;
            /** @description With what the user can prove again who they are */
            proofs: ("password" | "provider" | "passkey")[];
            /** @description Version of Loupe */
            version: string;
            /** @description First 12 hex digits of the commit that Loupe was built from, or unknown */
            commit: string;
        };
        SignInLinkBody: {
            /**
             * Format: password
             * @description The part of the link after #
             */
            token: string;
            /** @description Six-digit authenticator code or a recovery code, if a second factor is set up */
            second_factor?: string;
        };
        SignInOptions: {
            /** @description Whether people may sign in with a password */
            password: boolean;
            /** @description What the OpenID provider is called; null when there is none */
            provider: string | null;
            /** @description Whom the provider has authenticated here, to be linked: the address or subject */
            waiting: string | null;
        };
        VisitorView: {
            session: components["schemas"]["CurrentSessionView"] | null;
            sign_in: components["schemas"]["SignInOptions"];
        };
        ConfirmPasswordBody: {
            /** Format: password */
            password?: string;
            /** @description Six-digit authenticator code or a recovery code, if a second factor is set up */
            second_factor?: string;
            /** @description The AuthenticationResponseJSON of WebAuthn Level 3 */
            passkey?: {
                [key: string]: unknown;
            };
        };
        SessionView: {
            /** @example 1001 */
            id: string;
            /** @description Whether this is the session of the request */
            current: boolean;
            /** @description IP address that the session was last used from */
            address: string;
            /** @description User-Agent of the browser */
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
        PasskeyView: {
            /** @example 1001 */
            id: string;
            /** @example Work laptop */
            name: string;
            /** @description User-Agent of the browser that made it */
            user_agent: string;
            /** @description Whether a password manager copies it to other devices */
            synced: boolean;
            /**
             * @description The host where it works
             * @example loupe.example.com
             */
            host: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            last_used_at: string | null;
        };
        PasskeyList: {
            items: components["schemas"]["PasskeyView"][];
        };
        AddPasskeyBody: {
            /** @example Work laptop */
            name: string;
            /** @description The RegistrationResponseJSON of WebAuthn Level 3 */
            credential: {
                [key: string]: unknown;
            };
        };
        ChangePasswordBody: {
            /**
             * Format: password
             * @description Only a user without a password leaves it out
             */
            current_password?: string;
            /**
             * Format: password
             * @description At least 12 characters, and not a common password
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
            purpose: "invitation" | "reset" | "sign_in";
            /**
             * Format: email
             * @example owner@example.com
             */
            email: string;
            /** @description The account that the user belongs to; null for support */
            account_name: string | null;
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
             * @description At least 12 characters, and not a common password
             */
            password: string;
        };
        SecondFactorView: {
            enabled: boolean;
            /** @description Whether the operator requires it for this user */
            required: boolean;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            enabled_at: string | null;
            /** @description Unused recovery codes */
            recovery_codes_left: number;
        };
        SecondFactorEnrolmentView: {
            /**
             * @description Base32, for manual entry
             * @example JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP
             */
            secret: string;
            /**
             * @description For display as a QR code
             * @example otpauth://totp/Loupe:owner%40example.com?secret=…
             */
            otpauth_url: string;
        };
        SecondFactorCodeBody: {
            /**
             * @description Six-digit code from the authenticator
             * @example 123456
             */
            code: string;
        };
        RecoveryCodesView: {
            /** @description Each works once, instead of an authenticator code. Shown only once */
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
             * @description Price per charged request
             * @example 9.994600
             */
            price_usd: string;
            parameters: components["schemas"]["OperationParameterView"][];
        };
        OperationList: {
            items: components["schemas"]["OperationView"][];
        };
        PlaygroundCallBody: {
            /** @example /users/1001/followers */
            path: string;
        };
        TopUpRequestView: {
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            asked_at: string;
            /**
             * @description null: support chooses
             * @example 9.994600
             */
            amount_usd: string | null;
            note: string | null;
        };
        CardPaymentsView: {
            /** @example 9.994600 */
            min_usd: string;
            /** @example 9.994600 */
            max_usd: string;
        };
        AccountView: {
            /** @example 1001 */
            id: string;
            name: string;
            /** @enum {string} */
            status: "active" | "suspended" | "erased";
            /** @example 9.994600 */
            balance_usd: string;
            /**
             * @description What the account owes after a refund or dispute of money that it had spent
             * @example 9.994600
             */
            debt_usd: string;
            /**
             * @description A balance below this amount is flagged and reported to webhooks; null: off
             * @example 9.994600
             */
            low_balance_threshold_usd: string | null;
            /**
             * Format: date-time
             * @description When the balance fell below the threshold; null: it has not
             * @example 2026-01-31T09:30:00.000Z
             */
            low_balance_since: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /** @description The request since the last top-up; null: none */
            top_up_request: components["schemas"]["TopUpRequestView"] | null;
            /**
             * @description What each developer may spend a day (UTC) with all keys
             * @example 9.994600
             */
            developer_daily_cap_usd: string;
            /** @description null: there are no card payments */
            card_payments: components["schemas"]["CardPaymentsView"] | null;
        };
        ChangeAccountBody: {
            /**
             * @description null turns low-balance alerts off
             * @example 25.00
             */
            low_balance_threshold_usd?: string | null;
            /**
             * @description What each developer may spend a day (UTC) with all keys. Null restores the default of 0.25.
             * @example 25.00
             */
            developer_daily_cap_usd?: string | null;
            /** @description The values of changed fields as you read them: the change is refused if somebody has changed them since */
            seen?: {
                [key: string]: unknown;
            };
        };
        TopUpRequestBody: {
            /**
             * @description If omitted, support chooses the amount
             * @example 25.00
             */
            amount_usd?: string;
            /** @example Invoice to Example Ltd, please */
            note?: string;
        };
        RateRequestView: {
            /** @example 1001 */
            id: string;
            requests_per_second: number;
            reason: string;
            /** @enum {string} */
            state: "open" | "granted" | "declined";
            /** @description May differ from the rate requested */
            granted_per_second: number | null;
            /** @description Note from support */
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
        KeyView: {
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
            /**
             * @description A key and its rotations have the same line id
             * @example 1001
             */
            line_id: string;
            /**
             * @description What the developer who created it may spend a day with all keys
             * @example 9.994600
             */
            developer_daily_cap_usd: string | null;
            /**
             * @description Spent today (UTC) with the key and its rotations
             * @example 9.994600
             */
            spent_today_usd: string;
            /**
             * @description Spent this month (UTC) with the key and its rotations
             * @example 9.994600
             */
            spent_this_month_usd: string;
            /** @description Shows whether the key is in use */
            requests_last_24_hours: number;
            /** @description Refused because of the limits of the key or the state of its account */
            refused_last_24_hours: number;
            /** @description Requests with the key and its rotations on each of the last 14 days (UTC), oldest first; empty for ended keys */
            requests_by_day: number[];
            /**
             * @description IP address of the last use
             * @example 203.0.113.9
             */
            last_used_from: string | null;
            /** @description The latest request for a higher rate limit */
            rate_request: components["schemas"]["RateRequestView"] | null;
        };
        KeyList: {
            items: components["schemas"]["KeyView"][];
            /** @description Pass it as cursor to get the next page; null on the last page */
            next_cursor: string | null;
            has_more: boolean;
            /** @description How many active keys the account may have, not counting the built-in one */
            max_active: number;
        };
        KeyRefusalView: {
            /**
             * @description Problem code
             * @example unauthorized
             */
            code: string;
            /** @description Error detail of the last refused request */
            detail: string | null;
            /** @description IP address of the caller, if the key may not be used from it */
            address: string | null;
            requests: number;
            /**
             * Format: date-time
             * @description Time of the last refused request
             * @example 2026-01-31T09:30:00.000Z
             */
            last_at: string;
            /** @description Id of the last refused request */
            request_id: string;
            /** @example users.followers */
            operation: string;
        };
        KeyRefusalList: {
            items: components["schemas"]["KeyRefusalView"][];
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
        NewKeyView: {
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
            /**
             * @description A key and its rotations have the same line id
             * @example 1001
             */
            line_id: string;
            /**
             * @description What the developer who created it may spend a day with all keys
             * @example 9.994600
             */
            developer_daily_cap_usd: string | null;
            /**
             * @description Spent today (UTC) with the key and its rotations
             * @example 9.994600
             */
            spent_today_usd: string;
            /**
             * @description Spent this month (UTC) with the key and its rotations
             * @example 9.994600
             */
            spent_this_month_usd: string;
            /** @description Shows whether the key is in use */
            requests_last_24_hours: number;
            /** @description Refused because of the limits of the key or the state of its account */
            refused_last_24_hours: number;
            /** @description Requests with the key and its rotations on each of the last 14 days (UTC), oldest first; empty for ended keys */
            requests_by_day: number[];
            /**
             * @description IP address of the last use
             * @example 203.0.113.9
             */
            last_used_from: string | null;
            /** @description The latest request for a higher rate limit */
            rate_request: components["schemas"]["RateRequestView"] | null;
            /** @description The key itself. Shown only once */
            key: string;
        };
        ChangeSeenKeyBody: {
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
            /** @description The values of changed fields as you read them: the change is refused if somebody has changed them since */
            seen?: {
                [key: string]: unknown;
            };
        };
        RotateKeyBody: {
            /** @description How long the old key keeps working */
            overlap_seconds: number;
        };
        RateRequestBody: {
            requests_per_second: number;
            reason: string;
        };
        KeyRateBody: {
            rate_limit_per_second: number;
            /** @description The values of changed fields as you read them: the change is refused if somebody has changed them since */
            seen?: {
                [key: string]: unknown;
            };
        };
        RateFactsView: {
            /** @example 9.994600 */
            balance_usd: string;
            /**
             * @description Spent by the account in the last seven days
             * @example 9.994600
             */
            spent_7_days_usd: string;
            /** @description With the key and its rotations, in the last 30 days */
            requests_30_days: number;
            /** @description How many of these requests were refused with 429 */
            rate_limited_30_days: number;
            /** @description Requests in the busiest hour of these 30 days */
            busiest_hour_requests: number;
        };
        KeyName: {
            /** @example 1001 */
            id: string;
            name: string;
            /** @example loupe_4hTz9QxB */
            prefix: string;
            /**
             * @description test: requests go to the simulator and are free
             * @enum {string}
             */
            mode: "live" | "test";
        };
        RateRequestItem: {
            /** @example 1001 */
            id: string;
            requests_per_second: number;
            reason: string;
            /** @enum {string} */
            state: "open" | "granted" | "declined";
            /** @description May differ from the rate requested */
            granted_per_second: number | null;
            /** @description Note from support */
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
            facts: components["schemas"]["RateFactsView"];
            key: components["schemas"]["KeyName"];
            /** @example 1001 */
            account_id: string;
            account_name: string;
            /** @description Current rate limit of the key */
            rate_limit_per_second: number;
        };
        RateRequestPage: {
            items: components["schemas"]["RateRequestItem"][];
            /** @description Pass it as cursor to get the next page; null on the last page */
            next_cursor: string | null;
            has_more: boolean;
        };
        RateDecisionBody: {
            granted: boolean;
            /** @description Defaults to the requested rate */
            requests_per_second?: number;
            /** @description Note to the owner */
            note?: string;
        };
        ManagementTokenView: {
            /** @example 1001 */
            id: string;
            name: string;
            /**
             * @description The start of the token
             * @example loupe_manage_4hTz9QxB
             */
            prefix: string;
            /**
             * @description unconfirmed: the owner who answered for it is no owner any more; another owner can confirm it
             * @enum {string}
             */
            state: "active" | "expired" | "revoked" | "unconfirmed";
            /**
             * Format: email
             * @description The owner who answers for the token
             * @example owner@example.com
             */
            owner_email: string | null;
            /** @example 9.994600 */
            daily_cap_usd: string | null;
            /** @description Empty: any IP address */
            allowed_ips: string[];
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
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
            /** @example 203.0.113.9 */
            last_used_from: string | null;
        };
        ManagementTokenList: {
            items: components["schemas"]["ManagementTokenView"][];
        };
        CreateManagementTokenBody: {
            /** @example Deployment pipeline */
            name: string;
            /**
             * @description The highest daily spending cap of each of its keys
             * @example 25.00
             */
            daily_cap_usd?: string | null;
            /**
             * Format: date-time
             * @description When the token stops working; its keys expire by then, too
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at?: string | null;
            /**
             * @description IP addresses and ranges from which the token and its keys may be used; null or empty: any
             * @example [
             *       "203.0.113.0/24"
             *     ]
             */
            allowed_ips?: string[] | null;
        };
        NewManagementTokenView: {
            /** @example 1001 */
            id: string;
            name: string;
            /**
             * @description The start of the token
             * @example loupe_manage_4hTz9QxB
             */
            prefix: string;
            /**
             * @description unconfirmed: the owner who answered for it is no owner any more; another owner can confirm it
             * @enum {string}
             */
            state: "active" | "expired" | "revoked" | "unconfirmed";
            /**
             * Format: email
             * @description The owner who answers for the token
             * @example owner@example.com
             */
            owner_email: string | null;
            /** @example 9.994600 */
            daily_cap_usd: string | null;
            /** @description Empty: any IP address */
            allowed_ips: string[];
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
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
            /** @example 203.0.113.9 */
            last_used_from: string | null;
            /** @description The token itself. Shown only once */
            token: string;
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
        UsageTotalsView: {
            requests: number;
            /** @description Requests that were charged */
            charged_requests: number;
            /** @description Requests that were refused or failed. A charged “not found” does not count */
            errors: number;
            /** @example 9.994600 */
            spend_usd: string;
        };
        DayTotalsView: {
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
            day: string;
        };
        OperationTotalsView: {
            requests: number;
            /** @description Requests that were charged */
            charged_requests: number;
            /** @description Requests that were refused or failed. A charged “not found” does not count */
            errors: number;
            /** @example 9.994600 */
            spend_usd: string;
            /** @example users.followers */
            operation: string;
        };
        KeyTotalsView: {
            requests: number;
            /** @description Requests that were charged */
            charged_requests: number;
            /** @description Requests that were refused or failed. A charged “not found” does not count */
            errors: number;
            /** @example 9.994600 */
            spend_usd: string;
            /** @example 1001 */
            key_id: string;
            key_name: string;
        };
        ErrorTotalsView: {
            /** @example profile_not_found */
            code: string;
            /** @enum {string} */
            outcome: "answered" | "caller_error" | "our_error";
            requests: number;
        };
        OverviewView: {
            /** @example 9.994600 */
            balance_usd: string;
            /**
             * @description Average daily spend of the last seven days
             * @example 9.994600
             */
            burn_rate_usd_per_day: string;
            /** @description Days until the balance is spent at this rate; null: no spend */
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
            totals: components["schemas"]["UsageTotalsView"];
            /** @description Every day of the period, including days without requests */
            by_day: components["schemas"]["DayTotalsView"][];
            /** @description Highest spend first */
            by_operation: components["schemas"]["OperationTotalsView"][];
            /** @description The 50 keys with the highest spend */
            by_key: components["schemas"]["KeyTotalsView"][];
            /** @description Most frequent first */
            errors_by_code: components["schemas"]["ErrorTotalsView"][];
        };
        UsageRowView: {
            requests: number;
            /** @description Requests that were charged */
            charged_requests: number;
            /** @description Requests that were refused or failed. A charged “not found” does not count */
            errors: number;
            /** @example 9.994600 */
            spend_usd: string;
            /**
             * Format: date-time
             * @description Start of the hour or day
             * @example 2026-01-31T09:30:00.000Z
             */
            time: string;
            /** @example users.followers */
            operation: string | null;
            /** @example 1001 */
            key_id: string | null;
            key_name: string | null;
        };
        UsagePage: {
            items: components["schemas"]["UsageRowView"][];
            /** @description Pass it as cursor to get the next page; null on the last page */
            next_cursor: string | null;
            has_more: boolean;
        };
        WebhookDeliveryView: {
            /** @example 1001 */
            id: string;
            /** @description The webhook-id that the receiver sees; the same when it is sent again */
            webhook_id: string;
            /** @example balance.low */
            type: string;
            /** @enum {string} */
            state: "pending" | "delivered" | "failed";
            /** @description Whether a member asked for it, as a test or to send it again */
            manual: boolean;
            attempts: number;
            /** @description Why the last attempt failed */
            last_error: string | null;
            /** @description The last answer of the receiver */
            response_status: number | null;
            /** @description The start of its body, at most 1 KB */
            response_body: string | null;
            /** @description The JSON body that is sent */
            body: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description null: there are no more attempts
             * @example 2026-01-31T09:30:00.000Z
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            delivered_at: string | null;
        };
        WebhookView: {
            /** @example 1001 */
            id: string;
            url: string;
            /** @description The types of events that it receives */
            events: ("balance.low" | "key.cap_near" | "key.cap_reached" | "key.expiring" | "monitor.paused" | "rate.decided" | "webhook.off" | "monitor.event")[];
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            enabled: boolean;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            disabled_at: string | null;
            /**
             * @description failing: deliveries failed for three days. member: a member of the account switched it off
             * @enum {string|null}
             */
            disabled_reason: "failing" | "member" | null;
            /**
             * Format: date-time
             * @description Since when every attempt has failed
             * @example 2026-01-31T09:30:00.000Z
             */
            failing_since: string | null;
            /** @description Its secret was shown in another form before an upgrade, and can be read until it is rotated */
            has_old_secret: boolean;
            last_delivery: components["schemas"]["WebhookDeliveryView"] | null;
        };
        WebhookList: {
            items: components["schemas"]["WebhookView"][];
        };
        CreateWebhookBody: {
            /**
             * @description Must use https and resolve to a public address
             * @example https://example.com/hooks/loupe
             */
            url: string;
            /** @description The types of events that it receives */
            events: ("balance.low" | "key.cap_near" | "key.cap_reached" | "key.expiring" | "monitor.paused" | "rate.decided" | "webhook.off" | "monitor.event")[];
        };
        NewWebhookView: {
            /** @example 1001 */
            id: string;
            url: string;
            /** @description The types of events that it receives */
            events: ("balance.low" | "key.cap_near" | "key.cap_reached" | "key.expiring" | "monitor.paused" | "rate.decided" | "webhook.off" | "monitor.event")[];
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            enabled: boolean;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            disabled_at: string | null;
            /**
             * @description failing: deliveries failed for three days. member: a member of the account switched it off
             * @enum {string|null}
             */
            disabled_reason: "failing" | "member" | null;
            /**
             * Format: date-time
             * @description Since when every attempt has failed
             * @example 2026-01-31T09:30:00.000Z
             */
            failing_since: string | null;
            /** @description Its secret was shown in another form before an upgrade, and can be read until it is rotated */
            has_old_secret: boolean;
            last_delivery: components["schemas"]["WebhookDeliveryView"] | null;
            /**
             * @description Signs every delivery. Shown only once
             * @example whsec_…
             */
            secret: string;
        };
        WebhookEventView: {
            /** @example balance.low */
            type: string;
            /** @description When the event is sent, in a sentence */
            when: string;
            /** @description A sample of the JSON body */
            body: string;
        };
        WebhookEventList: {
            items: components["schemas"]["WebhookEventView"][];
        };
        ChangeWebhookBody: {
            /**
             * @description Must use https and resolve to a public address
             * @example https://example.com/hooks/loupe
             */
            url?: string;
            /** @description The types of events that it receives */
            events?: ("balance.low" | "key.cap_near" | "key.cap_reached" | "key.expiring" | "monitor.paused" | "rate.decided" | "webhook.off" | "monitor.event")[];
            /** @description true switches it on: what has waited is sent then */
            enabled?: boolean;
        };
        WebhookSecretView: {
            /** @example whsec_… */
            secret: string;
        };
        WebhookDeliveryPage: {
            items: components["schemas"]["WebhookDeliveryView"][];
            /** @description Pass it as cursor to get the next page; null on the last page */
            next_cursor: string | null;
            has_more: boolean;
        };
        RequestView: {
            /** @description The x-request-id header of the response */
            request_id: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            time: string;
            key: components["schemas"]["KeyName"];
            /** @example users.followers */
            operation: string;
            /**
             * @description Path and query as they were sent; null if they are not stored, or no longer stored
             * @example /users/1001/followers
             */
            address: string | null;
            /** @example 200 */
            status: number;
            /** @description Error code; null for a success */
            code: string | null;
            /**
             * @description Why it failed, as the caller was told; null for a success
             * @example search_session_id is required.
             */
            detail: string | null;
            /** @example 9.994600 */
            cost_usd: string;
            /** @description Milliseconds from request to response */
            duration_ms: number;
            /** @description How much of this time was spent on the upstream */
            upstream_ms: number | null;
            /** @description Size of the response body in bytes */
            bytes: number;
            /** @description Above 1: how many requests of this key and operation were refused with the same code within this minute. Only the first is logged */
            requests: number;
            /** @description repeat: a replay for the same Idempotency-Key. kept: from the response cache. null: neither */
            source: string | null;
            /** @description Id of the request that first got this response */
            first_request_id: string | null;
        };
        RequestPage: {
            items: components["schemas"]["RequestView"][];
            /** @description Pass it as cursor to get the next page; null on the last page */
            next_cursor: string | null;
            has_more: boolean;
        };
        PriceRuleView: {
            /** @description Price of the operation in units */
            units: number;
            /**
             * @description Price if charged
             * @example 9.994600
             */
            price_usd: string;
            charged: boolean;
            /** @description Why it was charged or not */
            reason: string;
        };
        LedgerReceiptView: {
            /** @description A UUID: the request id */
            entry_id: string;
            /** @example 9.994600 */
            amount_usd: string;
            /** @example 9.994600 */
            balance_after_usd: string;
            /** @description The entry that reversed this one */
            reversed_by_entry_id: string | null;
        };
        ReceiptView: {
            /** @description The x-request-id header of the response */
            request_id: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            time: string;
            key: components["schemas"]["KeyName"];
            /** @example users.followers */
            operation: string;
            /**
             * @description Path and query as they were sent; null if they are not stored, or no longer stored
             * @example /users/1001/followers
             */
            address: string | null;
            /** @example 200 */
            status: number;
            /** @description Error code; null for a success */
            code: string | null;
            /**
             * @description Why it failed, as the caller was told; null for a success
             * @example search_session_id is required.
             */
            detail: string | null;
            /** @example 9.994600 */
            cost_usd: string;
            /** @description Milliseconds from request to response */
            duration_ms: number;
            /** @description How much of this time was spent on the upstream */
            upstream_ms: number | null;
            /** @description Size of the response body in bytes */
            bytes: number;
            /** @description Above 1: how many requests of this key and operation were refused with the same code within this minute. Only the first is logged */
            requests: number;
            /** @description repeat: a replay for the same Idempotency-Key. kept: from the response cache. null: neither */
            source: string | null;
            /** @description Id of the request that first got this response */
            first_request_id: string | null;
            price: components["schemas"]["PriceRuleView"];
            /** @description null: nothing was charged */
            ledger: components["schemas"]["LedgerReceiptView"] | null;
            /** @description Response body of a failed request */
            problem: components["schemas"]["ProblemView"] | null;
        };
        LedgerEntryView: {
            /** @description A UUID; for a charge, the request id */
            id: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            time: string;
            /** @enum {string} */
            kind: "charge" | "top_up" | "refund" | "adjustment" | "debt" | "reversal";
            /**
             * @description Negative when money leaves the account
             * @example 9.994600
             */
            amount_usd: string;
            /** @example 9.994600 */
            balance_after_usd: string;
            /** @description Only for a charge */
            request_id: string | null;
            /** @description null for a charge */
            note: string | null;
            /** @description The entry that this one reverses */
            reverses_entry_id: string | null;
            /** @description The entry that reversed this one */
            reversed_by_entry_id: string | null;
            /** @description The card payment that caused the entry */
            payment_id: string | null;
            /** @description Stripe’s receipt of that payment */
            receipt_url: string | null;
        };
        LedgerPage: {
            items: components["schemas"]["LedgerEntryView"][];
            /** @description Pass it as cursor to get the next page; null on the last page */
            next_cursor: string | null;
            has_more: boolean;
        };
        StatementDay: {
            /**
             * Format: date
             * @example 2026-01-31
             */
            day: string;
            requests: number;
            charged_requests: number;
            /**
             * @description Zero or negative
             * @example 9.994600
             */
            charges_usd: string;
            /**
             * @description Everything but charges: top-ups, refunds, debts, reversals and adjustments
             * @example 9.994600
             */
            other_usd: string;
            /**
             * @description Balance at the end of the day
             * @example 9.994600
             */
            closing_usd: string;
        };
        StatementView: {
            /** @example 1001 */
            account_id: string;
            account_name: string;
            /** @example 2026-01 */
            month: string;
            /**
             * Format: date
             * @example 2026-01-31
             */
            from: string;
            /**
             * Format: date
             * @description Last day of the month, UTC
             * @example 2026-01-31
             */
            to: string;
            /**
             * Format: date-time
             * @description The statement covers the month up to this time
             * @example 2026-01-31T09:30:00.000Z
             */
            as_of: string;
            /** @example 9.994600 */
            opening_usd: string;
            /** @example 9.994600 */
            top_ups_usd: string;
            /**
             * @description Zero or negative
             * @example 9.994600
             */
            charges_usd: string;
            /**
             * @description Card payments taken back; zero or negative
             * @example 9.994600
             */
            refunds_usd: string;
            /**
             * @description New debts minus paid debts
             * @example 9.994600
             */
            debts_usd: string;
            /** @example 9.994600 */
            reversals_usd: string;
            /** @example 9.994600 */
            adjustments_usd: string;
            /**
             * @description The opening balance plus all amounts above
             * @example 9.994600
             */
            closing_usd: string;
            requests: number;
            charged_requests: number;
            /** @description Days with requests or ledger entries, oldest first */
            days: components["schemas"]["StatementDay"][];
            /** @description The newest 100 entries other than charges, oldest first; fewer if their notes are long */
            entries: components["schemas"]["LedgerEntryView"][];
            /** @description Highest spend first */
            by_operation: components["schemas"]["OperationTotalsView"][];
            /** @description The 50 keys with the highest spend; the CSV has all */
            by_key: components["schemas"]["KeyTotalsView"][];
        };
        AccountMemberView: {
            /** @example 1001 */
            id: string;
            /**
             * Format: email
             * @example owner@example.com
             */
            email: string;
            /** @description false: the invitation has not been accepted yet */
            has_joined: boolean;
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
            /** @enum {string} */
            role: "owner" | "developer" | "viewer";
        };
        AccountMemberList: {
            items: components["schemas"]["AccountMemberView"][];
        };
        InviteMemberBody: {
            /**
             * @description owner: may do everything. developer: manages keys, webhooks and playground, but not spending caps, members or the balance. viewer: may only read
             * @enum {string}
             */
            role: "owner" | "developer" | "viewer";
            /**
             * Format: email
             * @example owner@example.com
             */
            email: string;
        };
        NewMemberView: {
            email: string;
            /**
             * @description emailed: the link was emailed to the member. email_failed: the email could not be sent; create another link. shown: the response contains the link; pass it on
             * @enum {string}
             */
            invitation_delivery: "emailed" | "email_failed" | "shown";
            /** @description One-time link, only if no mail server is configured */
            invitation_url?: string;
            member: components["schemas"]["AccountMemberView"];
        };
        InvitationView: {
            email: string;
            /**
             * @description emailed: the link was emailed to the member. email_failed: the email could not be sent; create another link. shown: the response contains the link; pass it on
             * @enum {string}
             */
            invitation_delivery: "emailed" | "email_failed" | "shown";
            /** @description One-time link, only if no mail server is configured */
            invitation_url?: string;
        };
        ChangeRoleBody: {
            /**
             * @description owner: may do everything. developer: manages keys, webhooks and playground, but not spending caps, members or the balance. viewer: may only read
             * @enum {string}
             */
            role: "owner" | "developer" | "viewer";
            /** @description The values of changed fields as you read them: the change is refused if somebody has changed them since */
            seen?: {
                [key: string]: unknown;
            };
        };
        NotificationView: {
            /** @example 1001 */
            id: string;
            /** @enum {string} */
            event: "balance.low" | "key.cap_near" | "key.cap_reached" | "key.expiring" | "monitor.paused" | "rate.decided" | "webhook.off";
            /** @description What happened, in a sentence */
            text: string;
            /**
             * @description The key that it is about
             * @example 1001
             */
            key_id: string | null;
            /** @description Whether you have seen it */
            seen: boolean;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        NotificationList: {
            items: components["schemas"]["NotificationView"][];
        };
        SeenNotificationBody: {
            /**
             * @description The newest notification that was shown
             * @example 1001
             */
            id: string;
        };
        NotificationSwitchView: {
            /** @enum {string} */
            event: "balance.low" | "key.cap_near" | "key.cap_reached" | "key.expiring" | "monitor.paused" | "rate.decided" | "webhook.off";
            /** @description Listed in the dashboard */
            page: boolean;
            /** @description Sent by email, if the operator has configured a mail server */
            mail: boolean;
        };
        NotificationSwitches: {
            items: components["schemas"]["NotificationSwitchView"][];
        };
        NotificationSwitchBody: {
            /** @enum {string} */
            event: "balance.low" | "key.cap_near" | "key.cap_reached" | "key.expiring" | "monitor.paused" | "rate.decided" | "webhook.off";
            /** @enum {string} */
            channel: "page" | "mail";
            on: boolean;
        };
        CustomerActivityView: {
            /**
             * @description Spent in the last seven days (UTC), including today
             * @example 9.994600
             */
            spent_usd: string;
            /** @description Spent on each of the last seven days (UTC), oldest first */
            spent_by_day_usd: string[];
            /** @description Days until the balance is spent; null: nothing was spent */
            days_left: number | null;
            requests: number;
            /** @description Requests that were refused or failed, and were not charged */
            failed: number;
            /**
             * Format: date-time
             * @description Accurate to the minute
             * @example 2026-01-31T09:30:00.000Z
             */
            last_call_at: string | null;
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
             * @description The key that matched
             * @example 1001
             */
            key_id: string | null;
            /** @description The request or ledger entry that matched */
            entry_id: string | null;
        };
        CustomerView: {
            /** @example 1001 */
            id: string;
            name: string;
            /** @enum {string} */
            status: "active" | "suspended" | "erased";
            /** @example 9.994600 */
            balance_usd: string;
            /**
             * @description What the account owes after a refund or dispute of money that it had spent
             * @example 9.994600
             */
            debt_usd: string;
            /**
             * @description A balance below this amount is flagged and reported to webhooks; null: off
             * @example 9.994600
             */
            low_balance_threshold_usd: string | null;
            /**
             * Format: date-time
             * @description When the balance fell below the threshold; null: it has not
             * @example 2026-01-31T09:30:00.000Z
             */
            low_balance_since: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /** @description The request since the last top-up; null: none */
            top_up_request: components["schemas"]["TopUpRequestView"] | null;
            activity: components["schemas"]["CustomerActivityView"];
            owner: components["schemas"]["OwnerName"] | null;
            /** @description null: there was no search */
            match: components["schemas"]["SearchMatchView"] | null;
        };
        CustomerPage: {
            items: components["schemas"]["CustomerView"][];
            /** @description Pass it as cursor to get the next page; null on the last page */
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
             * @description Without it, the owner gets an invitation link
             */
            owner_password?: string;
        };
        NewCustomerView: {
            /** @example 1001 */
            id: string;
            name: string;
            owner: components["schemas"]["OwnerName"];
            /** @description One-time link to set the password, if no password was given and no mail server is configured */
            invitation_url?: string;
            /**
             * @description emailed: the link was emailed to the recipient. email_failed: the email could not be sent; create another link. shown: the response contains the link; pass it on
             * @enum {string}
             */
            invitation_delivery?: "emailed" | "email_failed" | "shown";
        };
        SuspensionView: {
            reason: string | null;
            by: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            at: string;
        };
        CustomerNoteView: {
            /** @example 1001 */
            id: string;
            /** @description Email address of the author */
            author: string;
            text: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        MemberView: {
            /** @example 1001 */
            id: string;
            /**
             * Format: email
             * @example owner@example.com
             */
            email: string;
            /** @description false: the invitation has not been accepted yet */
            has_joined: boolean;
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
            status: "active" | "suspended" | "erased";
            /** @example 9.994600 */
            balance_usd: string;
            /**
             * @description What the account owes after a refund or dispute of money that it had spent
             * @example 9.994600
             */
            debt_usd: string;
            /**
             * @description A balance below this amount is flagged and reported to webhooks; null: off
             * @example 9.994600
             */
            low_balance_threshold_usd: string | null;
            /**
             * Format: date-time
             * @description When the balance fell below the threshold; null: it has not
             * @example 2026-01-31T09:30:00.000Z
             */
            low_balance_since: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /** @description The request since the last top-up; null: none */
            top_up_request: components["schemas"]["TopUpRequestView"] | null;
            /** @description null: the account is active */
            suspension: components["schemas"]["SuspensionView"] | null;
            /** @description Internal notes of support, newest first; at most 50, and fewer if they are long */
            notes: components["schemas"]["CustomerNoteView"][];
            owners: components["schemas"]["MemberView"][];
        };
        CustomerNoteBody: {
            text: string;
        };
        PasswordLinkOptions: {
            /** @description Using the link also turns off the user’s second factor and removes the passkeys */
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
            /**
             * @description emailed: the link was emailed to the recipient. email_failed: the email could not be sent; create another link. shown: the response contains the link; pass it on
             * @enum {string}
             */
            delivery: "emailed" | "email_failed" | "shown";
            /**
             * @description Only if no mail server is configured
             * @example https://loupe.example.com/dashboard/welcome#AbC…
             */
            url?: string;
        };
        TopUpBody: {
            /** @example 25.00 */
            amount_usd: string;
            /** @example Invoice 2026-014 */
            note: string;
            /**
             * @description The amount again; required above 1,000 USD
             * @example 25.00
             */
            confirm_amount_usd?: string;
            /** @description Answers the owner’s open request, which is then closed */
            answers_request?: boolean;
            /**
             * Format: date-time
             * @description asked_at of that request; required with answers_request
             * @example 2026-01-31T09:30:00.000Z
             */
            asked_at?: string;
            /** @description Credit although the account got a top-up of the same amount in the last ten minutes */
            confirm_repeat?: boolean;
        };
        EntryReceiptView: {
            /** @description A UUID */
            entry_id: string;
            /**
             * @description Balance after the entry
             * @example 9.994600
             */
            balance_usd: string;
        };
        PostponedTopUpView: {
            /**
             * @description The top-up waits for another person
             * @example 1001
             */
            pending_id: string;
        };
        PendingTopUpView: {
            /** @example 1001 */
            id: string;
            /** @example 1001 */
            account_id: string;
            account_name: string;
            /** @example 9.994600 */
            amount_usd: string;
            note: string;
            /** @description Who wants to credit it */
            asked_by: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /** @enum {string} */
            state: "open" | "granted" | "declined";
        };
        PendingTopUpPage: {
            items: components["schemas"]["PendingTopUpView"][];
            /** @description Pass it as cursor to get the next page; null on the last page */
            next_cursor: string | null;
            has_more: boolean;
        };
        PendingDecisionBody: {
            granted: boolean;
            note?: string;
            /** @description Credit although the account got a top-up of the same amount in the last ten minutes */
            confirm_repeat?: boolean;
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
            status: "active" | "suspended" | "erased";
        };
        WatchableView: {
            /** @example users.by_id */
            operation: string;
            /** @enum {string} */
            kind: "new_items" | "changed";
            /**
             * @description Price of a run
             * @example 9.994600
             */
            price_usd: string;
            /**
             * @description About what the runs of a day cost at this interval
             * @example 0.057600
             */
            daily_cost_usd: string;
        };
        WatchableList: {
            items: components["schemas"]["WatchableView"][];
            min_minutes: number;
            max_minutes: number;
            max_fields: number;
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
        ChangeSeenMonitorBody: {
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
            /** @description The values of changed fields as you read them: the change is refused if somebody has changed them since */
            seen?: {
                [key: string]: unknown;
            };
        };
        MonitorPage: {
            items: components["schemas"]["MonitorView"][];
            /** @description Pass it as cursor to get the next page; null on the last page */
            next_cursor: string | null;
            has_more: boolean;
        };
        MonitorRunPage: {
            items: components["schemas"]["MonitorRunView"][];
            /** @description Pass it as cursor to get the next page; null on the last page */
            next_cursor: string | null;
            has_more: boolean;
        };
        MonitorEventPage: {
            items: components["schemas"]["MonitorEventView"][];
            /** @description Pass it as cursor to get the next page; null on the last page */
            next_cursor: string | null;
            has_more: boolean;
        };
        MonitorPointView: {
            /** @example follower_count */
            field: string;
            value: string | number | boolean;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            at: string;
        };
        MonitorPointList: {
            items: components["schemas"]["MonitorPointView"][];
        };
        PaymentView: {
            /** @description A UUID */
            id: string;
            /**
             * @description open: not paid yet. pending: the bank has not confirmed it. disputed: a dispute is open or lost. All others say what happened
             * @enum {string}
             */
            state: "open" | "pending" | "paid" | "failed" | "expired" | "partly_refunded" | "refunded" | "disputed";
            /** @example 9.994600 */
            amount_usd: string;
            /** @example 9.994600 */
            refunded_usd: string;
            /**
             * @description In disputes that are open or lost
             * @example 9.994600
             */
            disputed_usd: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /** @description Stripe’s page, while the payment is open */
            checkout_url: string | null;
            receipt_url: string | null;
        };
        PaymentPage: {
            items: components["schemas"]["PaymentView"][];
            /** @description Pass it as cursor to get the next page; null on the last page */
            next_cursor: string | null;
            has_more: boolean;
        };
        PaymentBody: {
            /**
             * @description Whole cents, from 5.00 to 2000.00
             * @example 25.00
             */
            amount_usd: string;
        };
        NewPaymentView: {
            /** @description A UUID */
            id: string;
            /** @description Stripe’s page, where the person pays */
            checkout_url: string;
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
            has_joined: boolean;
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
             * @description null: enabled
             * @example 2026-01-31T09:30:00.000Z
             */
            disabled_at: string | null;
        };
        StaffList: {
            items: components["schemas"]["StaffView"][];
            /** @description Pass it as cursor to get the next page; null on the last page */
            next_cursor: string | null;
            has_more: boolean;
        };
        NamedTargetView: {
            /** @example key */
            type: string;
            id: string;
            /** @description Name of a key; null for other targets */
            name: string | null;
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
            /** @example key.rotate */
            action: string;
            /** @description Members depend on the action */
            details: {
                [key: string]: unknown;
            };
            /** @example 1001 */
            account_id: string | null;
            account_name: string | null;
            target: components["schemas"]["NamedTargetView"];
        };
        AuditPage: {
            items: components["schemas"]["AuditEntryView"][];
            /** @description Pass it as cursor to get the next page; null on the last page */
            next_cursor: string | null;
            has_more: boolean;
        };
        UpstreamHealthView: {
            /**
             * @description open: no requests are sent upstream for a while
             * @enum {string}
             */
            breaker: "closed" | "open" | "half_open";
            /** @description Sessions in the operator’s file */
            sessions: number;
            /** @description Sessions in use: neither cooling down nor disabled */
            healthy_sessions: number;
        };
        ChargeQueueView: {
            /** @description Charges waiting for their batch in this process */
            waiting: number;
            /** @description How many charges may wait before requests are refused */
            capacity: number;
        };
        KeySetView: {
            /** @description Keys in the memory of this process */
            keys: number;
            /** @description Seconds since the keys were last up to date; above 30, requests are refused */
            age_seconds: number;
        };
        ReconcileView: {
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            time: string;
            /** @description 0: all balances and sums agree */
            differences: number;
        };
        QualityView: {
            /**
             * Format: date-time
             * @description When the figures were computed
             * @example 2026-01-31T09:30:00.000Z
             */
            time: string;
            /** @description At most ten calls of each account, rounded to two significant digits; null: too few calls or accounts */
            calls: number | null;
            /** @description From 0 to 1; null: too few calls or accounts */
            answered: number | null;
            failed_upstream: number | null;
            failed_in_loupe: number | null;
            /** @description Of the answered calls */
            median_ms: number | null;
            /** @description 95th percentile */
            p95_ms: number | null;
        };
        HealthView: {
            /** @description true: nothing here needs attention */
            ok: boolean;
            upstream: components["schemas"]["UpstreamHealthView"];
            charge_queue: components["schemas"]["ChargeQueueView"];
            key_set: components["schemas"]["KeySetView"];
            /** @description The last run; null: no run yet */
            reconcile: components["schemas"]["ReconcileView"] | null;
            /** @description null: not computed yet */
            quality: components["schemas"]["QualityView"] | null;
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
    "Answers.outcome": {
        parameters: {
            query?: {
                /** @description Whether a change that is unknown must never happen: waits for a request under way, and refuses a late one */
                settle?: "true" | "false";
            };
            header?: never;
            path: {
                idempotency_key: string;
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
                    "application/json": components["schemas"]["ChangeOutcomeView"];
                };
            };
            /** @description An error */
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
    "Answers.acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                idempotency_key: string;
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
            /** @description An error */
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
    "OpenId.begin": {
        parameters: {
            query?: {
                /** @description Where to go afterwards: a path below /dashboard/ */
                to?: string;
                /** @description Whether a signed-in user proves again who they are */
                confirm?: "true" | "false";
                /** @description Whether a signed-in user is to be linked afterwards */
                link?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
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
    "OpenId.accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderVisitView"];
                };
            };
            /** @description An error */
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
    "OpenId.enterCode": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProviderCodeBody"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
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
    "OpenId.linkByPassword": {
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
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
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
    "OpenId.link": {
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
            /** @description An error */
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
    "OpenId.unlink": {
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
            /** @description An error */
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
    "Session.passkeyOptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyOptionsBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebAuthnOptions"];
                };
            };
            /** @description An error */
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
    "Session.signInByPasskey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeySignInBody"];
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
            /** @description An error */
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
            /** @description An error */
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
            /** @description An error */
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
            /** @description An error */
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
    "Session.signInByLink": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInLinkBody"];
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
            /** @description An error */
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
    "Session.visitor": {
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
                    "application/json": components["schemas"]["VisitorView"];
                };
            };
            /** @description An error */
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
            /** @description An error */
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
            /** @description An error */
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
            /** @description An error */
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
            /** @description An error */
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
    "Passkeys.list": {
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
                    "application/json": components["schemas"]["PasskeyList"];
                };
            };
            /** @description An error */
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
    "Passkeys.add": {
        parameters: {
            query?: never;
            header?: {
                /** @description A random value. For ten minutes, a repeat with this value gets the first response and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddPasskeyBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyView"];
                };
            };
            /** @description An error */
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
    "Passkeys.options": {
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
                    "application/json": components["schemas"]["WebAuthnOptions"];
                };
            };
            /** @description An error */
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
    "Passkeys.remove": {
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
            /** @description An error */
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
            /** @description An error */
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
            /** @description An error */
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
            /** @description An error */
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
            /** @description An error */
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
            header?: {
                /** @description A random value. For ten minutes, a repeat with this value gets the first response and changes nothing */
                "Idempotency-Key"?: string;
            };
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
            /** @description An error */
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
            /** @description An error */
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
            header?: {
                /** @description A random value. For ten minutes, a repeat with this value gets the first response and changes nothing */
                "Idempotency-Key"?: string;
            };
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
            /** @description An error */
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
            header?: {
                /** @description A random value. For ten minutes, a repeat with this value gets the first response and changes nothing */
                "Idempotency-Key"?: string;
            };
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
            /** @description An error */
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
            /** @description An error */
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
    "Playground.call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlaygroundCallBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
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
            /** @description An error */
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
            /** @description An error */
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
    "Account.requestTopUp": {
        parameters: {
            query?: never;
            header?: {
                /** @description A random value. For ten minutes, a repeat with this value gets the first response and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TopUpRequestBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountView"];
                };
            };
            /** @description An error */
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
    "AccountData.download": {
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
                    "application/gzip": string;
                };
            };
            /** @description An error */
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
    "SupportedAccountData.download": {
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
                    "application/gzip": string;
                };
            };
            /** @description An error */
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
    "KeyList.list": {
        parameters: {
            query?: {
                /** @description next_cursor of the previous page */
                cursor?: string;
                /** @description Rows per page; 50 by default. A page has at most 100 rows, and fewer if they are large */
                limit?: number;
                /** @description Only this key and its rotations */
                id?: string;
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
                    "application/json": components["schemas"]["KeyList"];
                };
            };
            /** @description An error */
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
            header?: {
                /** @description A random value. For ten minutes, a repeat with this value gets the first response and changes nothing */
                "Idempotency-Key"?: string;
            };
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
            /** @description An error */
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
    "SupportedKeyList.list": {
        parameters: {
            query?: {
                /** @description next_cursor of the previous page */
                cursor?: string;
                /** @description Rows per page; 50 by default. A page has at most 100 rows, and fewer if they are large */
                limit?: number;
                /** @description Only this key and its rotations */
                id?: string;
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
                    "application/json": components["schemas"]["KeyList"];
                };
            };
            /** @description An error */
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
    "KeyList.refusals": {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyRefusalList"];
                };
            };
            /** @description An error */
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
    "SupportedKeyList.refusals": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
                id: string;
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
                    "application/json": components["schemas"]["KeyRefusalList"];
                };
            };
            /** @description An error */
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
            /** @description An error */
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
                "application/json": components["schemas"]["ChangeSeenKeyBody"];
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
            /** @description An error */
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
            header?: {
                /** @description A random value. For ten minutes, a repeat with this value gets the first response and changes nothing */
                "Idempotency-Key"?: string;
            };
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
            /** @description An error */
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
            header?: {
                /** @description A random value. For ten minutes, a repeat with this value gets the first response and changes nothing */
                "Idempotency-Key"?: string;
            };
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
            /** @description An error */
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
    "RateRequests.setRate": {
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
            /** @description An error */
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
    "RateRequests.list": {
        parameters: {
            query?: {
                /** @description next_cursor of the previous page */
                cursor?: string;
                /** @description Rows per page; 50 by default. A page has at most 100 rows, and fewer if they are large */
                limit?: number;
                /** @description open by default */
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
            /** @description An error */
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
    "RateRequests.decide": {
        parameters: {
            query?: never;
            header?: {
                /** @description A random value. For ten minutes, a repeat with this value gets the first response and changes nothing */
                "Idempotency-Key"?: string;
            };
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
            /** @description An error */
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
    "ManagementTokens.list": {
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
                    "application/json": components["schemas"]["ManagementTokenList"];
                };
            };
            /** @description An error */
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
    "ManagementTokens.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A random value. For ten minutes, a repeat with this value gets the first response and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateManagementTokenBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewManagementTokenView"];
                };
            };
            /** @description An error */
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
    "ManagementTokens.actions": {
        parameters: {
            query?: {
                /** @description next_cursor of the previous page */
                cursor?: string;
                /** @description Rows per page; 50 by default. A page has at most 100 rows, and fewer if they are large */
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
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
                    "application/json": components["schemas"]["AccountEntryPage"];
                };
            };
            /** @description An error */
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
    "ManagementTokens.confirm": {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagementTokenView"];
                };
            };
            /** @description An error */
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
    "ManagementTokens.revoke": {
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
            /** @description An error */
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
    "Usage.overview": {
        parameters: {
            query?: {
                /** @description Number of days, including the last; 30 by default */
                days?: number;
                /** @description First day, UTC; takes precedence over days */
                from?: string;
                /** @description Last day, inclusive; today by default */
                to?: string;
                /** @description Only requests with this key and its rotations */
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
                    "application/json": components["schemas"]["OverviewView"];
                };
            };
            /** @description An error */
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
    "SupportedUsage.overview": {
        parameters: {
            query?: {
                /** @description Number of days, including the last; 30 by default */
                days?: number;
                /** @description First day, UTC; takes precedence over days */
                from?: string;
                /** @description Last day, inclusive; today by default */
                to?: string;
                /** @description Only requests with this key and its rotations */
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
                    "application/json": components["schemas"]["OverviewView"];
                };
            };
            /** @description An error */
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
    "Usage.list": {
        parameters: {
            query?: {
                /** @description First day, UTC; by default, the period has 30 days */
                from?: string;
                /** @description Last day, inclusive; today by default */
                to?: string;
                /** @description day by default; hour covers at most 31 days */
                interval?: "hour" | "day";
                /** @description operation_and_key by default */
                group_by?: "operation_and_key" | "operation" | "key" | "total";
                operation?: string;
                key_id?: string;
                /** @description Mode of the keys whose requests are counted; live by default. Ignored if key_id is given */
                mode?: "live" | "test";
                /** @description next_cursor of the previous page */
                cursor?: string;
                /** @description Rows per page; a page has at most 100 rows. The CSV has all */
                limit?: number;
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
                    "application/json": components["schemas"]["UsagePage"];
                };
            };
            /** @description An error */
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
    "SupportedUsage.list": {
        parameters: {
            query?: {
                /** @description First day, UTC; by default, the period has 30 days */
                from?: string;
                /** @description Last day, inclusive; today by default */
                to?: string;
                /** @description day by default; hour covers at most 31 days */
                interval?: "hour" | "day";
                /** @description operation_and_key by default */
                group_by?: "operation_and_key" | "operation" | "key" | "total";
                operation?: string;
                key_id?: string;
                /** @description Mode of the keys whose requests are counted; live by default. Ignored if key_id is given */
                mode?: "live" | "test";
                /** @description next_cursor of the previous page */
                cursor?: string;
                /** @description Rows per page; a page has at most 100 rows. The CSV has all */
                limit?: number;
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
                    "application/json": components["schemas"]["UsagePage"];
                };
            };
            /** @description An error */
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
    "Usage.csv": {
        parameters: {
            query?: {
                /** @description First day, UTC; by default, the period has 30 days */
                from?: string;
                /** @description Last day, inclusive; today by default */
                to?: string;
                /** @description day by default; hour covers at most 31 days */
                interval?: "hour" | "day";
                /** @description operation_and_key by default */
                group_by?: "operation_and_key" | "operation" | "key" | "total";
                operation?: string;
                key_id?: string;
                /** @description Mode of the keys whose requests are counted; live by default. Ignored if key_id is given */
                mode?: "live" | "test";
                /** @description next_cursor of the previous page */
                cursor?: string;
                /** @description Rows per page; a page has at most 100 rows. The CSV has all */
                limit?: number;
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
            /** @description An error */
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
    "SupportedUsage.csv": {
        parameters: {
            query?: {
                /** @description First day, UTC; by default, the period has 30 days */
                from?: string;
                /** @description Last day, inclusive; today by default */
                to?: string;
                /** @description day by default; hour covers at most 31 days */
                interval?: "hour" | "day";
                /** @description operation_and_key by default */
                group_by?: "operation_and_key" | "operation" | "key" | "total";
                operation?: string;
                key_id?: string;
                /** @description Mode of the keys whose requests are counted; live by default. Ignored if key_id is given */
                mode?: "live" | "test";
                /** @description next_cursor of the previous page */
                cursor?: string;
                /** @description Rows per page; a page has at most 100 rows. The CSV has all */
                limit?: number;
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
            /** @description An error */
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
    "Webhooks.list": {
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
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            /** @description An error */
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
    "Webhooks.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A random value. For ten minutes, a repeat with this value gets the first response and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWebhookView"];
                };
            };
            /** @description An error */
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
    "Webhooks.events": {
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
                    "application/json": components["schemas"]["WebhookEventList"];
                };
            };
            /** @description An error */
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
    "Webhooks.remove": {
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
            /** @description An error */
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
    "Webhooks.change": {
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
                "application/json": components["schemas"]["ChangeWebhookBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookView"];
                };
            };
            /** @description An error */
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
    "Webhooks.rotateSecret": {
        parameters: {
            query?: never;
            header?: {
                /** @description A random value. For ten minutes, a repeat with this value gets the first response and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWebhookView"];
                };
            };
            /** @description An error */
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
    "Webhooks.readSecret": {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecretView"];
                };
            };
            /** @description An error */
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
    "Webhooks.test": {
        parameters: {
            query?: never;
            header?: {
                /** @description A random value. For ten minutes, a repeat with this value gets the first response and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryView"];
                };
            };
            /** @description An error */
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
    "Webhooks.deliveries": {
        parameters: {
            query?: {
                /** @description next_cursor of the previous page */
                cursor?: string;
                /** @description Rows per page; 50 by default. A page has at most 100 rows, and fewer if they are large */
                limit?: number;
                state?: "pending" | "delivered" | "failed";
            };
            header?: never;
            path: {
                id: string;
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
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
            /** @description An error */
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
    "Webhooks.resend": {
        parameters: {
            query?: never;
            header?: {
                /** @description A random value. For ten minutes, a repeat with this value gets the first response and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryView"];
                };
            };
            /** @description An error */
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
    "Requests.list": {
        parameters: {
            query?: {
                /** @description next_cursor of the previous page */
                cursor?: string;
                /** @description Rows per page; 50 by default. A page has at most 100 rows, and fewer if they are large */
                limit?: number;
                /** @description Start, inclusive */
                from?: string;
                /** @description End, exclusive */
                to?: string;
                key_id?: string;
                /** @description Both by default */
                mode?: "live" | "test";
                operation?: string;
                status?: number;
                code?: string;
                /** @description Text in path and query, encoded or not. Only the newest 100000 requests with a stored URL are searched, those up to `to` or the cursor */
                path?: string;
                /** @description answered: successes, and charged responses such as “not found”. caller_error: only the caller can fix it. our_error: Loupe or its upstream failed. succeeded: no error code. failed: caller_error or our_error. charged: it cost something */
                outcome?: "answered" | "caller_error" | "our_error" | "succeeded" | "failed" | "charged";
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
            /** @description An error */
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
    "SupportedRequests.list": {
        parameters: {
            query?: {
                /** @description next_cursor of the previous page */
                cursor?: string;
                /** @description Rows per page; 50 by default. A page has at most 100 rows, and fewer if they are large */
                limit?: number;
                /** @description Start, inclusive */
                from?: string;
                /** @description End, exclusive */
                to?: string;
                key_id?: string;
                /** @description Both by default */
                mode?: "live" | "test";
                operation?: string;
                status?: number;
                code?: string;
                /** @description Text in path and query, encoded or not. Only the newest 100000 requests with a stored URL are searched, those up to `to` or the cursor */
                path?: string;
                /** @description answered: successes, and charged responses such as “not found”. caller_error: only the caller can fix it. our_error: Loupe or its upstream failed. succeeded: no error code. failed: caller_error or our_error. charged: it cost something */
                outcome?: "answered" | "caller_error" | "our_error" | "succeeded" | "failed" | "charged";
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
            /** @description An error */
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
    "Requests.csv": {
        parameters: {
            query?: {
                /** @description next_cursor of the previous page */
                cursor?: string;
                /** @description Rows per page; 50 by default. A page has at most 100 rows, and fewer if they are large */
                limit?: number;
                /** @description Start, inclusive */
                from?: string;
                /** @description End, exclusive */
                to?: string;
                key_id?: string;
                /** @description Both by default */
                mode?: "live" | "test";
                operation?: string;
                status?: number;
                code?: string;
                /** @description Text in path and query, encoded or not. Only the newest 100000 requests with a stored URL are searched, those up to `to` or the cursor */
                path?: string;
                /** @description answered: successes, and charged responses such as “not found”. caller_error: only the caller can fix it. our_error: Loupe or its upstream failed. succeeded: no error code. failed: caller_error or our_error. charged: it cost something */
                outcome?: "answered" | "caller_error" | "our_error" | "succeeded" | "failed" | "charged";
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
            /** @description An error */
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
    "SupportedRequests.csv": {
        parameters: {
            query?: {
                /** @description next_cursor of the previous page */
                cursor?: string;
                /** @description Rows per page; 50 by default. A page has at most 100 rows, and fewer if they are large */
                limit?: number;
                /** @description Start, inclusive */
                from?: string;
                /** @description End, exclusive */
                to?: string;
                key_id?: string;
                /** @description Both by default */
                mode?: "live" | "test";
                operation?: string;
                status?: number;
                code?: string;
                /** @description Text in path and query, encoded or not. Only the newest 100000 requests with a stored URL are searched, those up to `to` or the cursor */
                path?: string;
                /** @description answered: successes, and charged responses such as “not found”. caller_error: only the caller can fix it. our_error: Loupe or its upstream failed. succeeded: no error code. failed: caller_error or our_error. charged: it cost something */
                outcome?: "answered" | "caller_error" | "our_error" | "succeeded" | "failed" | "charged";
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
            /** @description An error */
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
    "Requests.receipt": {
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
            /** @description An error */
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
    "SupportedRequests.receipt": {
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
            /** @description An error */
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
    "Ledger.list": {
        parameters: {
            query?: {
                /** @description next_cursor of the previous page */
                cursor?: string;
                /** @description Rows per page; 50 by default. A page has at most 100 rows, and fewer if they are large */
                limit?: number;
                /** @description Start, inclusive */
                from?: string;
                /** @description End, exclusive */
                to?: string;
                kind?: "charge" | "top_up" | "refund" | "adjustment" | "debt" | "reversal";
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
            /** @description An error */
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
    "SupportedLedger.list": {
        parameters: {
            query?: {
                /** @description next_cursor of the previous page */
                cursor?: string;
                /** @description Rows per page; 50 by default. A page has at most 100 rows, and fewer if they are large */
                limit?: number;
                /** @description Start, inclusive */
                from?: string;
                /** @description End, exclusive */
                to?: string;
                kind?: "charge" | "top_up" | "refund" | "adjustment" | "debt" | "reversal";
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
            /** @description An error */
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
    "Ledger.csv": {
        parameters: {
            query?: {
                /** @description next_cursor of the previous page */
                cursor?: string;
                /** @description Rows per page; 50 by default. A page has at most 100 rows, and fewer if they are large */
                limit?: number;
                /** @description Start, inclusive */
                from?: string;
                /** @description End, exclusive */
                to?: string;
                kind?: "charge" | "top_up" | "refund" | "adjustment" | "debt" | "reversal";
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
            /** @description An error */
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
    "SupportedLedger.csv": {
        parameters: {
            query?: {
                /** @description next_cursor of the previous page */
                cursor?: string;
                /** @description Rows per page; 50 by default. A page has at most 100 rows, and fewer if they are large */
                limit?: number;
                /** @description Start, inclusive */
                from?: string;
                /** @description End, exclusive */
                to?: string;
                kind?: "charge" | "top_up" | "refund" | "adjustment" | "debt" | "reversal";
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
            /** @description An error */
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
    "Ledger.statement": {
        parameters: {
            query?: {
                /** @description Month (UTC); the current month by default */
                month?: string;
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
                    "application/json": components["schemas"]["StatementView"];
                };
            };
            /** @description An error */
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
    "SupportedLedger.statement": {
        parameters: {
            query?: {
                /** @description Month (UTC); the current month by default */
                month?: string;
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
                    "application/json": components["schemas"]["StatementView"];
                };
            };
            /** @description An error */
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
    "Ledger.statementCsv": {
        parameters: {
            query?: {
                /** @description Month (UTC); the current month by default */
                month?: string;
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
            /** @description An error */
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
    "SupportedLedger.statementCsv": {
        parameters: {
            query?: {
                /** @description Month (UTC); the current month by default */
                month?: string;
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
            /** @description An error */
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
    "Members.list": {
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
                    "application/json": components["schemas"]["AccountMemberList"];
                };
            };
            /** @description An error */
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
    "Members.invite": {
        parameters: {
            query?: never;
            header?: {
                /** @description A random value. For ten minutes, a repeat with this value gets the first response and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteMemberBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewMemberView"];
                };
            };
            /** @description An error */
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
    "Members.inviteAgain": {
        parameters: {
            query?: never;
            header?: {
                /** @description A random value. For ten minutes, a repeat with this value gets the first response and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationView"];
                };
            };
            /** @description An error */
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
    "Members.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_id: string;
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
            /** @description An error */
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
    "Members.changeRole": {
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
                "application/json": components["schemas"]["ChangeRoleBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountMemberView"];
                };
            };
            /** @description An error */
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
    "Notifications.list": {
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
                    "application/json": components["schemas"]["NotificationList"];
                };
            };
            /** @description An error */
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
    "Notifications.markSeen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SeenNotificationBody"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error */
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
    "Notifications.switches": {
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
                    "application/json": components["schemas"]["NotificationSwitches"];
                };
            };
            /** @description An error */
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
    "Notifications.turn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationSwitchBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationSwitches"];
                };
            };
            /** @description An error */
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
                /** @description next_cursor of the previous page */
                cursor?: string;
                /** @description Rows per page; 50 by default. A page has at most 100 rows, and fewer if they are large */
                limit?: number;
                /** @description Part of a name or email address, the start of a key, an account id, or a whole request or entry id; all customers by default */
                query?: string;
                /** @description low: below the threshold, or funds for less than three days. new: created in the last 30 days. asking: has requested a top-up. Ignored if query is given */
                view?: "all" | "low" | "new" | "suspended" | "asking";
                /** @description newest by default. Any other order returns one page of at most 100 customers */
                sort?: "newest" | "days_left" | "spend" | "failing";
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
            /** @description An error */
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
            header?: {
                /** @description A random value. For ten minutes, a repeat with this value gets the first response and changes nothing */
                "Idempotency-Key"?: string;
            };
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
            /** @description An error */
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
            /** @description An error */
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
    "Customers.addNote": {
        parameters: {
            query?: never;
            header?: {
                /** @description A random value. For ten minutes, a repeat with this value gets the first response and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerNoteBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerNoteView"];
                };
            };
            /** @description An error */
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
    "Customers.removeNote": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
                note_id: string;
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
            /** @description An error */
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
            header?: {
                /** @description A random value. For ten minutes, a repeat with this value gets the first response and changes nothing */
                "Idempotency-Key"?: string;
            };
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
            /** @description An error */
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
                /** @description A new value for each top-up; a repeat with the same value credits nothing */
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
            /** @description Above your daily limit: another person must decide */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostponedTopUpView"];
                };
            };
            /** @description An error */
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
    "Money.listPending": {
        parameters: {
            query?: {
                /** @description next_cursor of the previous page */
                cursor?: string;
                /** @description Rows per page; 50 by default. A page has at most 100 rows, and fewer if they are large */
                limit?: number;
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
                    "application/json": components["schemas"]["PendingTopUpPage"];
                };
            };
            /** @description An error */
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
    "Money.decidePending": {
        parameters: {
            query?: never;
            header?: {
                /** @description A random value. For ten minutes, a repeat with this value gets the first response and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PendingDecisionBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingTopUpView"];
                };
            };
            /** @description An error */
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
            header?: {
                /** @description A random value. For ten minutes, a repeat with this value gets the first response and changes nothing */
                "Idempotency-Key"?: string;
            };
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
            /** @description An error */
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
            /** @description An error */
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
            /** @description An error */
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
    "Monitors.operations": {
        parameters: {
            query?: {
                /** @description 15 by default */
                every_minutes?: number;
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
                    "application/json": components["schemas"]["WatchableList"];
                };
            };
            /** @description An error */
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
    "MonitorView.list": {
        parameters: {
            query?: {
                /** @description next_cursor of the previous page */
                cursor?: string;
                /** @description Rows per page; 50 by default. A page has at most 100 rows, and fewer if they are large */
                limit?: number;
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
                    "application/json": components["schemas"]["MonitorPage"];
                };
            };
            /** @description An error */
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
    "Monitors.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A random value. For ten minutes, a repeat with this value gets the first response and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateMonitorBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MonitorView"];
                };
            };
            /** @description An error */
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
    "MonitorView.find": {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MonitorView"];
                };
            };
            /** @description An error */
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
    "Monitors.remove": {
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
            /** @description An error */
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
    "Monitors.change": {
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
                "application/json": components["schemas"]["ChangeSeenMonitorBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MonitorView"];
                };
            };
            /** @description An error */
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
    "Monitors.run": {
        parameters: {
            query?: never;
            header?: {
                /** @description A random value. For ten minutes, a repeat with this value gets the first response and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MonitorView"];
                };
            };
            /** @description An error */
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
    "SupportedMonitorView.list": {
        parameters: {
            query?: {
                /** @description next_cursor of the previous page */
                cursor?: string;
                /** @description Rows per page; 50 by default. A page has at most 100 rows, and fewer if they are large */
                limit?: number;
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
                    "application/json": components["schemas"]["MonitorPage"];
                };
            };
            /** @description An error */
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
    "SupportedMonitorView.find": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
                id: string;
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
                    "application/json": components["schemas"]["MonitorView"];
                };
            };
            /** @description An error */
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
    "MonitorView.runs": {
        parameters: {
            query?: {
                /** @description next_cursor of the previous page */
                cursor?: string;
                /** @description Rows per page; 50 by default. A page has at most 100 rows, and fewer if they are large */
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
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
                    "application/json": components["schemas"]["MonitorRunPage"];
                };
            };
            /** @description An error */
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
    "SupportedMonitorView.runs": {
        parameters: {
            query?: {
                /** @description next_cursor of the previous page */
                cursor?: string;
                /** @description Rows per page; 50 by default. A page has at most 100 rows, and fewer if they are large */
                limit?: number;
            };
            header?: never;
            path: {
                account_id: string;
                id: string;
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
                    "application/json": components["schemas"]["MonitorRunPage"];
                };
            };
            /** @description An error */
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
    "MonitorView.events": {
        parameters: {
            query?: {
                /** @description next_cursor of the previous page */
                cursor?: string;
                /** @description Rows per page; 50 by default. A page has at most 100 rows, and fewer if they are large */
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
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
                    "application/json": components["schemas"]["MonitorEventPage"];
                };
            };
            /** @description An error */
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
    "SupportedMonitorView.events": {
        parameters: {
            query?: {
                /** @description next_cursor of the previous page */
                cursor?: string;
                /** @description Rows per page; 50 by default. A page has at most 100 rows, and fewer if they are large */
                limit?: number;
            };
            header?: never;
            path: {
                account_id: string;
                id: string;
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
                    "application/json": components["schemas"]["MonitorEventPage"];
                };
            };
            /** @description An error */
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
    "MonitorView.values": {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MonitorPointList"];
                };
            };
            /** @description An error */
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
    "SupportedMonitorView.values": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                account_id: string;
                id: string;
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
                    "application/json": components["schemas"]["MonitorPointList"];
                };
            };
            /** @description An error */
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
    "CustomerPayments.list": {
        parameters: {
            query?: {
                /** @description next_cursor of the previous page */
                cursor?: string;
                /** @description Rows per page; 50 by default. A page has at most 100 rows, and fewer if they are large */
                limit?: number;
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
                    "application/json": components["schemas"]["PaymentPage"];
                };
            };
            /** @description An error */
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
    "Payments.list": {
        parameters: {
            query?: {
                /** @description next_cursor of the previous page */
                cursor?: string;
                /** @description Rows per page; 50 by default. A page has at most 100 rows, and fewer if they are large */
                limit?: number;
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
                    "application/json": components["schemas"]["PaymentPage"];
                };
            };
            /** @description An error */
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
    "Payments.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description A random value. For ten minutes, a repeat with this value gets the first response and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewPaymentView"];
                };
            };
            /** @description An error */
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
    "Payments.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                payment_id: string;
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
                    "application/json": components["schemas"]["PaymentView"];
                };
            };
            /** @description An error */
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
            query?: {
                /** @description next_cursor of the previous page */
                cursor?: string;
                /** @description Rows per page; 50 by default. A page has at most 100 rows, and fewer if they are large */
                limit?: number;
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
                    "application/json": components["schemas"]["StaffList"];
                };
            };
            /** @description An error */
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
            /** @description An error */
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
            /** @description An error */
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
                /** @description next_cursor of the previous page */
                cursor?: string;
                /** @description Rows per page; 50 by default. A page has at most 100 rows, and fewer if they are large */
                limit?: number;
                account_id?: string;
                /** @description The user who acted */
                user_id?: string;
                action?: string;
                /** @description Start, inclusive */
                from?: string;
                /** @description End, exclusive */
                to?: string;
                /** @description newest first by default. oldest: the id of an entry is the cursor of what follows it, now or later */
                order?: "newest" | "oldest";
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
                    "application/x-ndjson": components["schemas"]["AuditPage"];
                };
            };
            /** @description An error */
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
            /** @description An error */
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
