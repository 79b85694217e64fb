import { fromAiSdk } from 'tracewright/ai-sdk'
import { agent } from '../src/agent.ts'
import { fill, ledger } from '../src/ledger.ts'

export const reset = ({ seed }: { seed: number }) => fill(seed)
export const state = () => ({ refunds: ledger.refunds, tickets: ledger.tickets })
export const worlds = 8

export default fromAiSdk({ name: 'payments' }, ({ messages, signal }) =>
  agent.generate({ messages, abortSignal: signal }),
)
