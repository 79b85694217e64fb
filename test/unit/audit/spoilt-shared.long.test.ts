import { expect, test } from 'vitest'
import type { Task } from '../../../src/schema/task.ts'
import type { WrittenTask } from '../../../src/schema/task-in-world.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { auditSuite } from '../../../src/suites/audit/audit-suite.ts'
import { findOldForm } from '../../../src/suites/load/old-forms.ts'
import { repairSuite } from '../../../src/suites/repair/repair-suite.ts'
import { openWorlds } from '../../../src/tasks/task-worlds.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { convertOldTask } from '../../support/code-task.ts'
import { hasSharedData, readSharedText } from '../../support/shared-data.ts'

const FILE = 'spoilt/spoilt.suite.jsonl'

/** The one that is sound, beside its copy. */
const SOUND = 'S37_ORIGINAL_of_21'
/** What only a reader sees: which of two tools is meant, and the word for a place in a list. */
const BY_MEANING = ['S09_two_tools_notify_or_task', 'S39_wrong_item_index']

/** Every task as it is in its world, since a fixed trace has no conditions. */
async function readSpoilt(): Promise<Task[]> {
  const lines = readSharedText(FILE).trim().split('\n')
  return Promise.all(
    lines.map(async (line) => {
      const row = JSON.parse(line) as Task & JsonObject
      const isOld = findOldForm(row, line) !== undefined
      const task = isOld ? await convertOldTask(row) : row
      const { code: _, ...plain } = openWorlds(task, registry).in(task.world?.seed ?? 0).task as WrittenTask
      return plain
    }),
  )
}

test.runIf(hasSharedData)(
  'of the tasks that authors spoilt, all but two are found without a model, and none is repaired',
  async () => {
    const spoilt = await readSpoilt()
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
