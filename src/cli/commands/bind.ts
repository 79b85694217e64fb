import type { Command } from 'commander'
import { tally } from '../../shared/group.ts'
import { isCodeSuiteName } from '../../shared/shown-path.ts'
import { writeOutput } from '../../shared/whole-file.ts'
import { ANSWER } from '../../suites/audit/bound-values.ts'
import { writeSuite } from '../../suites/load/write-suite.ts'
import { printSuite } from '../../suites/print/print-suite.ts'
import type { PrintedQuestion } from '../../suites/print/printed-question.ts'
import { bindSuite } from '../../suites/repair/bind/bind-suite.ts'
import { readServedRegistry } from '../../tools/served.ts'
import { createCountdown } from '../countdown.ts'
import { printJson, printText, showProgress } from '../output.ts'
import { readTasks } from '../read-tasks.ts'
import { addSimulatorsOption } from '../simulators-option.ts'

interface Options {
  out: string
  json?: boolean
}

export const addBind = (program: Command): Command =>
  addSimulatorsOption(program.command('bind'))
    .description('replace frozen values of a suite by bindings to the results that they came from')
    .argument('<suite>', 'suite file of JSON lines')
    .requiredOption('--out <file>', 'suite file to write: JSON lines, or functions in a *.suite.ts')
    .action(async (file: string, { out, json }: Options) => {
      const given = (await readTasks(file, 'json')).map(({ task }) => task)
      const { tasks, bound, untraced } = bindSuite(
        given,
        readServedRegistry(),
        createCountdown('bind', 'tasks'),
      )
      showProgress('')
      const asksAbout = (id: string): PrintedQuestion[] =>
        untraced.flatMap(({ task_id, step_id, pointer, reason, extreme }) =>
          task_id === id && extreme
            ? [{ ...(step_id === ANSWER ? {} : { step_id }), pointer, text: reason }]
            : [],
        )
      if (isCodeSuiteName(out))
        writeOutput(out, printSuite(tasks, readServedRegistry(), undefined, asksAbout))
      else await writeSuite(out, tasks)
      if (json) return printJson({ tasks: tasks.length, bound, untraced })
      printText(`${out}: ${tasks.length} tasks, ${bound} values bound, ${untraced.length} not traced`)
      for (const [reason, count] of tally(untraced.map((one) => one.reason)))
        printText(`${String(count).padStart(6)}  ${reason}`)
    })
