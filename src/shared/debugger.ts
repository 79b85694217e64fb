import { url } from 'node:inspector'

/** Whether somebody may hold this thread at a breakpoint. */
export const isDebugged = (): boolean =>
  url() !== undefined || process.execArgv.some((option) => option.startsWith('--inspect'))
