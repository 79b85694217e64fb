import type { Gate } from '../schema/run.ts'

/** Exit code that a gate asks for. */
export const gateExit = ({ verdict }: Gate): 0 | 1 | 2 =>
  verdict === 'regressed' ? 1 : verdict === 'error' || verdict === 'ungated' ? 2 : 0
