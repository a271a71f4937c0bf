interface PlanNode {
  'Node Type': string;
  'Actual Loops'?: number;
}

/** Every node of a plan in JSON that is or would be executed, in the plans that a cluster's servers make of their parts, too. */
export function planNodes<Node extends PlanNode>(plan: unknown): Node[] {
  if (typeof plan !== 'object' || plan === null || (plan as Partial<PlanNode>)['Actual Loops'] === 0) return [];
  const within = Object.values(plan).flatMap((part) => planNodes<Node>(part));
  return 'Node Type' in plan ? [plan as Node, ...within] : within;
}
