import type { Command } from 'commander'
import { LEVELS } from '../../schema/task.ts'
import { firstLines } from '../../shared/problem-list.ts'
import {
  type CalibrationRow,
  calibrate,
  everyCalibrationAgent,
  rowsOf,
} from '../../suites/calibration/calibrate.ts'
import { servedRegistry } from '../../tools/served.ts'
import { countdown } from '../countdown.ts'
import { printJson, printText, progress, warn } from '../output.ts'
import { readTasks } from '../read-tasks.ts'
import { withSimulators } from '../simulators-option.ts'
import { percent, textTable } from '../table.ts'

/** Agents down, metrics of both scorers across. */
function table(rows: readonly CalibrationRow[]): string {
  const levels = LEVELS.filter((level) => rows.some((row) => row.levels[level] !== undefined))
  return textTable(
    [
      'agent',
      'scorer',
      '>tasks',
      '>solved',
      '>score',
      ...levels.map((level) => `>${level}`),
      '>data flow',
      '',
    ],
    rows.map(({ name, scorer, tasks, solved, overall, levels: byLevel, data_flow, complaints }) => [
      scorer === 'causal' ? name : '',
      scorer,
      tasks,
      ...[solved, overall, ...levels.map((level) => byLevel[level]), data_flow].map(percent),
      scorer !== 'causal' ? '' : complaints.length === 0 ? 'as expected' : `${complaints.length} unexpected`,
    ]),
  )
}

const SHOWN = 5

export const addCalibrate = (program: Command): Command =>
  withSimulators(program.command('calibrate'))
    .description(
      'run the reference agents and the adversarial agents on a suite, and score them by both scorers',
    )
    .argument('<suite>', 'suite file, one task a line')
    .action(async (suiteFile: string, { json }: { json?: boolean }) => {
      const tasks = (await readTasks(suiteFile)).map(({ task }) => task)
      const rows: CalibrationRow[] = []
      const notify = countdown('calibrate', 'agents')
      for (const [i, agent] of everyCalibrationAgent.entries()) {
        notify(i, everyCalibrationAgent.length, agent.name)
        rows.push(...rowsOf(await calibrate(agent, tasks, servedRegistry())))
      }
      progress('')
      if (rows.some(({ complaints }) => complaints.length > 0)) process.exitCode = 1
      if (json) return printJson({ agents: rows })
      printText(table(rows))
      for (const { name, complaints, solved_in_prose: inProse } of rows) {
        for (const complaint of firstLines(complaints, SHOWN)) warn(`${name}: ${complaint}`)
        if (inProse.length > 0)
          warn(
            `${name}: solves ${inProse.length} tasks whose texts or answers are prose, such as ${inProse[0]}`,
          )
      }
    })
