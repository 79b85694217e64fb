import { field } from '../../../schema/semantic.ts'
import { compareCodePoints } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import type { World } from '../../world/world.ts'
import { memoriesOf } from './memory.ts'

const USERS = ['amara.osei', 'clara.neri', 'ines.halvorsen', 'joon.park', 'tomasz.wilk']

function sessionOf(world: World) {
  if (world.seed === 0) {
    return {
      session_id: 'sess_comptoolbench_v1',
      user: 'benchmark_evaluator',
      environment: 'comptoolbench_v0.1.0',
    }
  }
  const draw = world.draw('session')
  return {
    session_id: `sess_${draw.hex('id')}`,
    user: draw.pick('user', 0, USERS),
    environment: `workspace_${draw.hex('environment')}`,
  }
}

export const getSessionContext = defineBuiltIn({
  name: 'get_session_context',
  category: 'state_management',
  effect: 'read',
  capability: 'read-state',
  description:
    'The session that is going on: its id, when it began, its user and environment, and which keys and tags its memory holds. It takes no arguments and shows no values: retrieve a memory by its key for that. For the time of day use get_current_time.',
  input: () => ({}),
  output: (z) => ({
    session_id: field(z.string(), 'id', 'Id of the session, beginning with "sess_".'),
    started_at: field(z.string(), 'datetime', 'When it began, YYYY-MM-DDTHH:MM:SSZ.'),
    user: field(z.string(), 'person', 'Name of the user.'),
    environment: field(z.string(), 'label', 'Name of the environment.'),
    memory_count: field(z.int(), 'count', 'Number of memories.'),
    memory_keys: field(z.array(z.string()), 'texts', 'Their keys, in order of first storing.'),
    tags_used: field(z.array(z.string()), 'texts', 'Their tags, each once, in order of code points.'),
  }),
  run(_args, world) {
    const memories = memoriesOf(world)
    const tags = new Set([...memories.values()].flatMap((memory) => memory.tags))
    const { session_id, user, environment } = sessionOf(world)
    return {
      session_id,
      started_at: `${new Date(world.clock.now).toISOString().slice(0, 19)}Z`,
      user,
      environment,
      memory_count: memories.size,
      memory_keys: [...memories.keys()],
      tags_used: [...tags].sort(compareCodePoints),
    }
  },
  drawArguments: () => ({}),
})
