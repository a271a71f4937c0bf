/**
 * How Node runs the API, also in the image. A request's garbage is young: with four times the usual room for it, collections
 * come less often and find less alive, which saves about a twelfth of a request's CPU time for some 70 MB of memory.
 */
export const nodeFlags: readonly string[] = ['--max-semi-space-size=64'];
