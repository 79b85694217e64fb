import { InvalidArgumentError, Option } from 'commander'
import { TracewrightError } from '../shared/errors.ts'

/** Group of an agent, by its name. */
export type Groups = Readonly<Record<string, string>>

function oneGroup(text: string, before: Groups): Groups {
  const at = text.lastIndexOf('=')
  if (at < 1 || at === text.length - 1) throw new InvalidArgumentError('Write it as agent=group.')
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) }
}

export const groupOption = (): Option =>
  new Option('--group <agent=group>', 'put an agent into a group whose mean is shown; may be given again')
    .argParser<Groups>(oneGroup)
    .default({}, 'no groups')

/** Throws where a group is given to an agent that is not there. */
export function checkGroups(groups: Groups, agents: readonly string[]): void {
  const stranger = Object.keys(groups).find((name) => !agents.includes(name))
  if (stranger === undefined) return
  throw new TracewrightError(
    `Failed to rank agents: there is no agent "${stranger}" in these runs. There are: ${agents.join(', ')}.`,
  )
}
