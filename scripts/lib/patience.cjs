/** Factor for timeouts on slow machines; assertions do not depend on it. */
exports.patience = Number(process.env.TEST_PATIENCE ?? 1);
