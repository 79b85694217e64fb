/**
 * Thrown by a simulator that has no answer to a call: neither a result nor a refusal. Its attempt has no verdict, since
 * nothing is known of the agent.
 */
export class UnansweredCall extends Error {
  override readonly name = 'UnansweredCall'
}
