import type { Task } from '../../schema/task.ts'
import { type CassetteContent, readCassette } from './cassette-file.ts'
import { type FoundCassette, findCassettesBelow } from './files.ts'
import { promptDigest } from './stamps.ts'

export interface ListedCassette {
  file: string
  task: string
  requests: number
  /** Why no run will use it again. */
  stale?: string
}

type Prompts = ReadonlyMap<string, string>

const indexPrompts = (tasks: readonly Task[]): Prompts =>
  new Map(tasks.map((task) => [task.task_id, promptDigest(task)]))

function explainStale({ task, prompt }: CassetteContent, prompts: Prompts | undefined): string | undefined {
  if (prompts === undefined) return 'its suite is gone'
  const now = prompts.get(task)
  if (now === undefined) return 'its task is gone'
  return now === prompt ? undefined : 'the prompt of its task has changed'
}

/**
 * The cassettes below a folder. One is stale where its suite or its task is gone, or the prompt is another one.
 *
 * @param tasksOf Reads the tasks of a suite, by its path.
 * @throws TracewrightError where a cassette cannot be read, or what `tasksOf` throws
 */
export function listCassettes(folder: string, tasksOf: (suite: string) => readonly Task[]): ListedCassette[] {
  const known = new Map<string, Prompts>()
  const loadPrompts = ({ suite }: FoundCassette): Prompts | undefined => {
    if (suite === undefined) return undefined
    const prompts = known.get(suite) ?? indexPrompts(tasksOf(suite))
    known.set(suite, prompts)
    return prompts
  }
  return findCassettesBelow(folder).flatMap((found) => {
    const content = readCassette(found.file)
    if (content === undefined) return []
    const stale = explainStale(content, loadPrompts(found))
    const requests = content.attempts.reduce((sum, { exchanges }) => sum + exchanges.length, 0)
    return [{ file: found.file, task: content.task, requests, ...(stale === undefined ? {} : { stale }) }]
  })
}
