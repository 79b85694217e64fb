import { expect, test } from 'vitest'
import { findStateProblems } from '../../../src/suites/load/check/worlds.ts'
import { simulatorsOfToolkit } from '../../../src/tools/imported/simulate/simulators.ts'
import { registryOf } from '../../../src/tools/registry.ts'
import {
  buildObjectSchema,
  buildOperation,
  buildParameters,
  list,
  openApi,
  text,
} from '../../support/open-api.ts'
import { taskOf } from '../scoring/tasks.ts'

const pet = buildObjectSchema({ id: text, name: text }, [])
const { toolkit } = openApi({
  '/pets': { get: buildOperation('listPets', list(pet)) },
  '/pets/{petId}': {
    ...buildParameters({ petId: text }),
    get: buildOperation('getPet', pet),
    delete: buildOperation('deletePet'),
  },
})
const tools = registryOf(simulatorsOfToolkit(toolkit))

test('a toolkit has the things that a task gives, and no drawn ones, in every world and its forks', () => {
  const [kind = ''] = Object.keys(toolkit.entities)
  const given = [
    { id: 'p1', name: 'Rex' },
    { id: 'p2', name: 'Mia' },
  ]
  for (const seed of [1, 2]) {
    const world = tools.open(seed, { state: { [kind]: given } })
    const names = (one: typeof world) =>
      JSON.stringify(tools.execute('listPets', {}, one)).match(/(?<="name":")\w+/g)
    expect(world.unreadState).toEqual([kind])
    expect(names(world)).toEqual(['Rex', 'Mia'])
    expect(world.unreadState).toEqual([])
    const fork = world.fork()
    expect(tools.execute('deletePet', { petId: 'p1' }, fork)).toMatchObject({ ok: true })
    expect(tools.execute('getPet', { petId: 'p1' }, fork)).toMatchObject({ ok: false, status: 404 })
    expect(tools.execute('getPet', { petId: 'p1' }, world)).toMatchObject({ ok: true })
    expect(tools.execute('getPet', { petId: 'p9' }, world)).toMatchObject({ ok: false, status: 404 })
  }
})

test.each([
  ['listPets', {}, 'no step reads a store "pets"; the steps read "Pet"'],
  ['getPet', { petId: 'p1' }, 'world.state gives "pets", and the steps so far read "Pet"'],
])('a store of another name is told beside those that %s reads', (tool_name, args, message) => {
  const task = {
    ...taskOf([[tool_name, args]]),
    world: { seed: 1, state: { pets: [{ id: 'p1', name: 'Rex' }] } },
  }
  expect(findStateProblems(task, tools).map((problem) => problem.message)).toEqual([
    expect.stringContaining(message),
  ])
})
