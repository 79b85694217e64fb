import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { failedGate } from '../ledger/gate-of-run.ts'
import type { Gate } from '../schema/gate.ts'
import type { Case } from '../schema/run.ts'
import { projectWords, updateCommand } from './ledger-at-start.ts'

export interface LedgerClaim {
  /** Name of the project, empty for one without. */
  project: string
  /** Absolute path, whether or not the file exists. */
  file: string
  include: readonly string[]
  /** Whether the project is gated where the file exists; mode `score` and `strict` ask for no gate. */
  asksForGate: boolean
}

const SUFFIX = '.ledger.json'

function isLedger(file: string): boolean {
  try {
    return readFileSync(file, 'utf8').slice(0, 200).includes('"tracewright/ledger@')
  } catch {
    return false
  }
}

/**
 * Why a run cannot be gated: a ledger lies beside those that its projects read, and no project reads it. A project that was
 * renamed and an option `ledger` with a typo would go ungated otherwise, and nobody would hear of it.
 */
export function unusedLedger(claims: readonly LedgerClaim[], root: string): string | undefined {
  const asking = claims.filter(({ asksForGate }) => asksForGate)
  const read = new Set(claims.map(({ file }) => file))
  const folders = [...new Set(asking.map(({ file }) => dirname(file)))].filter((folder) => existsSync(folder))
  const [unused] = folders
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((file) => file.endsWith(SUFFIX) && !read.has(file) && isLedger(file))
    .sort()
  if (unused === undefined) return undefined
  return `Failed to gate the run: no project of this run reads the ledger ${relative(root, unused)}. Rename it to the ledger of its project, correct the option \`ledger\`, delete it, or move it to another folder if another config reads it.`
}

/** The verdicts on projects without a ledger in a run where another project has one: nothing holds them to anything. */
export const gatesWithoutLedger = (
  claims: readonly LedgerClaim[],
  cases: readonly Case[],
  root: string,
): Gate[] =>
  claims.flatMap(({ project, file, asksForGate }) => {
    const projectCases = cases.filter((item) => (item.project ?? '') === project)
    if (!asksForGate || existsSync(file) || projectCases.length === 0) return []
    const ledger = relative(root, file)
    const agent = projectCases.find((item) => item.agent !== undefined)?.agent ?? ''
    const why = `Failed to gate ${projectWords(project)}: its ledger ${ledger} is missing, and other projects of this run are gated. Write it by \`${updateCommand(project)}\`, or set mode: 'score' for the project.`
    return [failedGate({ agent, ledger, ...(project === '' ? {} : { project }) }, [why])]
  })
