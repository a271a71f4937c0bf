// Loaded into every peer before its own code. Reports its CPU time, all threads included, and ends it when the bench is gone.
process.on('message', (message) => {
  const { user, system } = process.cpuUsage();
  if (message === 'cpu') process.send({ cpu: user + system });
});
process.on('disconnect', () => process.exit());
