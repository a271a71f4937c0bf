interface PlanNode {
  'Node Type': string;
  'Actual Loops'?: number;
}

/** Every executed node of a plan in JSON, including the plans of a cluster's servers. */
export function planNodes<Node extends PlanNode>(plan: unknown): Node[] {
  if (typeof plan !== 'object' || plan === null || (plan as Partial<PlanNode>)['Actual Loops'] === 0) return [];
  const within = Object.values(plan).flatMap((part) => planNodes<Node>(part));
  return 'Node Type' in plan ? [plan as Node, ...within] : within;
}
