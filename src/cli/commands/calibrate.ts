import type { Command } from 'commander'
import { LEVELS } from '../../schema/task.ts'
import { takeFirstLines } from '../../shared/problem-list.ts'
import {
  buildRows,
  type CalibrationRow,
  calibrate,
  everyCalibrationAgent,
} from '../../suites/calibration/calibrate.ts'
import { readServedRegistry } from '../../tools/served.ts'
import { createCountdown } from '../countdown.ts'
import { printJson, printText, showProgress, warn } from '../output.ts'
import { readTasks } from '../read-tasks.ts'
import { addSimulatorsOption } from '../simulators-option.ts'
import { formatPercent, renderTextTable } from '../table.ts'

/** Agents down, metrics of both scorers across. */
function renderTable(rows: readonly CalibrationRow[]): string {
  const levels = LEVELS.filter((level) => rows.some((row) => row.levels[level] !== undefined))
  return renderTextTable(
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
      ...[solved, overall, ...levels.map((level) => byLevel[level]), data_flow].map(formatPercent),
      scorer !== 'causal' ? '' : complaints.length === 0 ? 'as expected' : `${complaints.length} unexpected`,
    ]),
  )
}

const SHOWN = 5

export const addCalibrate = (program: Command): Command =>
  addSimulatorsOption(program.command('calibrate'))
    .description('run agents that are right, and agents that guess, on a suite, and score them')
    .argument('<suite>', 'suite file')
    .action(async (suiteFile: string, { json }: { json?: boolean }) => {
      const tasks = (await readTasks(suiteFile)).map(({ task }) => task)
      const rows: CalibrationRow[] = []
      const notify = createCountdown('calibrate', 'agents')
      for (const [i, agent] of everyCalibrationAgent.entries()) {
        notify(i, everyCalibrationAgent.length, agent.name)
        rows.push(...buildRows(await calibrate(agent, tasks, readServedRegistry())))
      }
      showProgress('')
      if (rows.some(({ complaints }) => complaints.length > 0)) process.exitCode = 1
      if (json) return printJson({ agents: rows })
      printText(renderTable(rows))
      for (const { name, complaints, solved_in_prose: inProse } of rows) {
        for (const complaint of takeFirstLines(complaints, SHOWN)) warn(`${name}: ${complaint}`)
        if (inProse.length > 0)
          warn(
            `${name}: solves ${inProse.length} tasks whose texts or answers are prose, such as ${inProse[0]}`,
          )
      }
    })
