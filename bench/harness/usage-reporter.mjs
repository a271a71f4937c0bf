// Loaded into every peer before its own code. Reports CPU time on request, and exits when the benchmark exits.
process.on('message', (message) => {
  const { user, system } = process.cpuUsage();
  if (message === 'cpu') process.send({ cpu: user + system });
});
process.on('disconnect', () => process.exit());
