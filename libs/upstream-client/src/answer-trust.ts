/** Whether the upstream responses of a call belong to it. Shared by the call and the connections that it used. */
export class AnswerTrust {
  private readonly chargedRequestIds: string[] = [];
  private report: ((requestId: string) => void) | undefined;

  /** Whether a response may have been the response to another request. */
  get isLost(): boolean {
    return this.report !== undefined;
  }

  /** @param report called with the id of each request that was, or still is, charged for the answer */
  lose(report: (requestId: string) => void): void {
    if (this.isLost) return;
    this.report = report;
    for (const requestId of this.chargedRequestIds) report(requestId);
  }

  /** Call after the commit: the charge may have been under way when the trust was lost. */
  recordCharge(requestId: string): void {
    this.chargedRequestIds.push(requestId);
    this.report?.(requestId);
  }
}
