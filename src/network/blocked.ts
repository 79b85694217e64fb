/**
 * What an agent is told whose request is blocked: the cause, and what to do.
 *
 * @param address What was asked, such as `api.example.com:443` or a method and a URL
 * @param task Name of the case that runs, where it is known
 */
export const describeBlocked = (address: string, task?: string): string =>
  `Blocked request to ${address}: the network is closed ${task === undefined ? 'during tests' : `while "${task}" runs`}. ` +
  "If it is your model's API, add its host to the plugin's option `allow`. If a tool calls it, let a simulator answer: " +
  'node_modules/tracewright/docs/guides/troubleshooting.md#a-request-is-blocked'
