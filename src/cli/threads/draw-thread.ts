import { once } from '../../shared/memoize.ts'
import type { Draw } from '../../suites/generate/drawer.ts'
import { SuiteDraft, type SuiteOptions } from '../../suites/generate/generate-suite.ts'
import type { Turn } from '../../suites/generate/turns.ts'
import { ownTools } from '../simulators-option.ts'
import { answering, givenToThread } from './pool.ts'

export interface DrawThread {
  options: Omit<SuiteOptions, 'tools' | 'onShort'>
  /** File of `--tools`. */
  tools: string | undefined
}

const draft = once(async () => {
  const { options, tools } = givenToThread<DrawThread>()
  return new SuiteDraft(tools === undefined ? options : { ...options, tools: await ownTools(tools) })
})

/** Makes one draw, as if the suite had no tasks yet. */
export default answering(async (turn: Turn): Promise<Draw> => (await draft()).draw(turn))
