import { expect, test } from 'vitest'
import type { Task } from '../../../src/schema/task.ts'
import { auditSuite } from '../../../src/suites/audit/audit-suite.ts'
import { parseSuite } from '../../../src/suites/load/load.ts'
import { repairSuite } from '../../../src/suites/repair/repair-suite.ts'
import { openWorlds } from '../../../src/tasks/task-worlds.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { hasSharedData, readSharedText } from '../../support/shared-data.ts'

const FILE = 'spoilt/spoilt.suite.jsonl'

/** The one that is sound, beside its copy. */
const SOUND = 'S37_ORIGINAL_of_21'
/** What only a reader sees: which of two tools is meant, and the word for a place in a list. */
const BY_MEANING = ['S09_two_tools_notify_or_task', 'S39_wrong_item_index']

/** Every task as it is in its world, since a fixed trace has no conditions. */
const readSpoilt = (): Task[] =>
  parseSuite(readSharedText(FILE), FILE).map(
    ({ task }) => openWorlds(task, registry).in(task.world?.seed ?? 0).task,
  )

test.runIf(hasSharedData)(
  'of the tasks that authors spoilt, all but two are found without a model, and none is repaired',
  async () => {
    const spoilt = readSpoilt()
    const { findings } = await auditSuite(spoilt, registry)
    const found = new Set(findings.map(({ task_id }) => task_id))
    // A copy is held against the later of the two.
    const missed = spoilt
      .map(({ task_id }) => task_id)
      .filter((id) => !found.has(id) && id !== 'S21_duplicate')
    expect(missed, JSON.stringify(findings, null, 1)).toEqual(BY_MEANING)
    const { tasks } = repairSuite(spoilt, registry, findings)
    const after = await auditSuite(tasks, registry)
    const held = new Set(after.findings.map(({ task_id }) => task_id))
    expect([...found].filter((id) => id !== SOUND && !held.has(id))).toEqual([])
  },
)

test.skipIf(hasSharedData)(
  `tasks that authors spoilt: ../shared/data/${FILE} is not on this machine`,
  () => {},
)
