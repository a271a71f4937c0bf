export * from './money/usd';
export * from './problems/problem-body';
export * from './problems/problem-registry';
