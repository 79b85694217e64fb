import type { Command } from 'commander'
import { addSynthAudit } from './audit.ts'
import { addConversations } from './conversations.ts'
import { addCoverage } from './coverage.ts'
import { addDedupe } from './dedupe.ts'
import { addEnvironment } from './environment.ts'
import { addGenerateStages } from './generate.ts'
import { addReportFigures } from './report.ts'
import { addSimulateCalls } from './simulate.ts'
import { addTasks } from './tasks.ts'
import { addToolkit } from './toolkit.ts'
import { addValidate } from './validate.ts'

/** The stages; each adds a command below `synth`. */
const STAGES: readonly ((synth: Command) => Command)[] = [
  addGenerateStages,
  addDedupe,
  addValidate,
  addSynthAudit,
  addCoverage,
  addToolkit,
  addSimulateCalls,
  addTasks,
  addEnvironment,
  addConversations,
  addReportFigures,
]

/** `tracewright synth <stage>`: tools that a model makes, for domains where none exist. */
export function addSynth(program: Command): Command {
  const synth = program
    .command('synth')
    .description('make, check and clean synthetic tools')
    .copyInheritedSettings(program)
  for (const add of STAGES) add(synth).copyInheritedSettings(synth)
  return synth
}
