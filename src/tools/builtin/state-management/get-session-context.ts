import { compareCodePoints } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import type { World } from '../../world/world.ts'
import { memoriesOf } from './memory.ts'

const USERS = ['amara.osei', 'clara.neri', 'ines.halvorsen', 'joon.park', 'tomasz.wilk']

function drawSession(world: World) {
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
  effect: 'read',
  capability: 'read-state',
  input: () => ({}),
  output: (z) => ({
    session_id: z.string(),
    started_at: z.string(),
    user: z.string(),
    environment: z.string(),
    memory_count: z.int(),
    memory_keys: z.array(z.string()),
    tags_used: z.array(z.string()),
  }),
  run(_args, world) {
    const memories = memoriesOf(world)
    const tags = new Set([...memories.values()].flatMap((memory) => memory.tags))
    const { session_id, user, environment } = drawSession(world)
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
})
