// Loaded into every peer before its own code: answers the question for its memory and its CPU time, all of its threads included,
// and ends the peer when whoever started it is gone.
process.on('message', (message) => {
  if (message === 'usage') process.send({ usage: { ...process.cpuUsage(), memory: process.memoryUsage.rss() } });
});
process.on('disconnect', () => process.exit());
