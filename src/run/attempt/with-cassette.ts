import { resolve } from 'node:path'
import { isAllowed } from '../../network/allowed-hosts.ts'
import type { RecordingOf } from '../../network/cassettes/cassette-file.ts'
import type { Task } from '../../schema/task.ts'
import { TracewrightError } from '../../shared/errors.ts'
import type { CasePlace } from '../journal/journal.ts'
import type { RuntimeSettings } from '../settings.ts'
import type { AttemptOptions, AttemptResult } from './run-attempt.ts'

export interface CassetteAttempt {
  place: Pick<CasePlace, 'project' | 'suite'>
  task: Pick<Task, 'task_id' | 'prompt'>
  of: RecordingOf
  /** Whether it is the first attempt at the task, in the task's own world. */
  isFirst: boolean
  /** Whether it was made on suspicion: such attempts are not recorded, and repeat what is. */
  rerun?: boolean
}

type CassetteSettings = Pick<RuntimeSettings, 'cassettes' | 'allow' | 'network' | 'root'>

/**
 * Makes an attempt whose requests to models are recorded or replayed, as the run asks for. One that misses a recording
 * is ended at once.
 *
 * @returns What came of it, with why it says nothing of the agent where its recording does not fit
 */
export async function runWithCassette(
  { place, task, of, isFirst, rerun = false }: CassetteAttempt,
  { cassettes: mode, allow, network, root }: CassetteSettings,
  signal: AbortSignal | undefined,
  run: (options: Pick<AttemptOptions, 'traffic' | 'signal'>) => Promise<AttemptResult>,
): Promise<AttemptResult & { missed?: string }> {
  const given = signal === undefined ? {} : { signal }
  if (mode === 'off' || (rerun && mode !== 'replay')) return run(given)
  const [{ Cassette }, { buildCassettePath }] = await Promise.all([
    import('../../network/cassettes/cassette.ts'),
    import('../../network/cassettes/files.ts'),
  ])
  const stop = new AbortController()
  const cassette = new Cassette({
    mode,
    file: buildCassettePath(resolve(root, place.suite), { task_id: task.task_id, project: place.project }),
    task,
    of,
    isFirst,
    isRepeat: rerun,
    mayReach: (host) => network === 'open' || isAllowed(host, allow),
    onProblem: (why) => stop.abort(new TracewrightError(why)),
  })
  const result = await run({
    traffic: cassette,
    signal: signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]),
  })
  if (cassette.problem !== undefined) return { ...result, missed: cassette.problem }
  // What an outage ended is not a recording of the agent.
  if (result.outage === undefined || result.thrown === undefined) cassette.keep()
  return result
}
