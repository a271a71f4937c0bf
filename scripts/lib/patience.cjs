/** How much longer than a usual one this machine may take until a wait is given up. It changes no assertion. */
exports.patience = Number(process.env.TEST_PATIENCE ?? 1);
