import type { Command } from 'commander'
import { addNamed, type Commands } from '../../add-named.ts'

export const STAGES: Commands = {
  generate: async () => (await import('./generate.ts')).addGenerateStages,
  dedupe: async () => (await import('./dedupe.ts')).addDedupe,
  handlers: async () => (await import('./handlers.ts')).addHandlers,
  simulate: async () => (await import('./simulate.ts')).addSimulateCalls,
  audit: async () => (await import('./audit.ts')).addSynthAudit,
  report: async () => (await import('./report.ts')).addSynthReport,
  tasks: async () => (await import('./tasks.ts')).addTasks,
  environment: async () => (await import('./environment.ts')).addEnvironment,
  conversations: async () => (await import('./conversations.ts')).addConversations,
}

/** `tracewright synth <stage>`: tools that a model makes, for domains where none exist. */
export async function addSynth(program: Command, args: readonly string[]): Promise<Command> {
  const synth = program
    .command('synth')
    .description('make, check and clean synthetic tools')
    .copyInheritedSettings(program)
  await addNamed(synth, STAGES, args)
  return synth
}
