import type { Exception } from '../schema/trace.ts'
import { describeThrown } from '../shared/errors.ts'

const MAX_DEPTH = 8
const MAX_FRAMES = 10

/** A frame of a stack as it reads on any machine: relative to the project, to `node_modules`, or the bare file name. */
function shortenFrame(frame: string): string {
  const bare = frame.replace('file://', '').replaceAll(`${process.cwd()}/`, '')
  if (bare.includes('node_modules/')) return bare.replace(/(^|[\s(])[^\s(]*(?=node_modules\/)/, '$1')
  return bare.replace(/(^|[\s(])(?:\/|[A-Za-z]:\\)\S*[/\\]/, '$1')
}

/** The frames of a stack, innermost first, at most ten. */
const listFrames = ({ stack = '' }: Error): string[] =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, MAX_FRAMES)
    .map((line) => shortenFrame(line.replace(/^\s+at /, '')))

function describeException(thrown: unknown): Exception {
  if (!(thrown instanceof Error))
    return { name: typeof thrown, message: describeThrown(thrown) ?? String(thrown), frames: [] }
  const { code } = thrown as { code?: unknown }
  return {
    name: thrown.name,
    message: thrown.message,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    frames: listFrames(thrown),
  }
}

/** What caused an error; of several that are one, the first. */
function readCause(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return undefined
  return thrown.cause ?? (thrown instanceof AggregateError ? thrown.errors[0] : undefined)
}

/** What was thrown, then what caused it, and so on, at most eight deep; plain JSON without paths of this machine. */
export function listExceptions(thrown: unknown): Exception[] {
  const chain: Exception[] = []
  for (let error = thrown; error !== undefined && chain.length < MAX_DEPTH; error = readCause(error)) {
    chain.push(describeException(error))
  }
  return chain
}
