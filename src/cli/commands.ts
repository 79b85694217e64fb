import type { Commands } from './add-named.ts'

export const COMMANDS: Commands = {
  init: async () => (await import('./commands/init.ts')).addInit,
  tools: async () => (await import('./commands/tools.ts')).addTools,
  simulate: async () => (await import('./commands/simulate.ts')).addSimulate,
  import: async () => (await import('./commands/import.ts')).addImport,
  draft: async () => (await import('./commands/draft.ts')).addDraft,
  generate: async () => (await import('./commands/generate.ts')).addGenerate,
  show: async () => (await import('./commands/show.ts')).addShow,
  score: async () => (await import('./commands/score.ts')).addScore,
  audit: async () => (await import('./commands/audit.ts')).addAudit,
  record: async () => (await import('./commands/record.ts')).addRecord,
  bind: async () => (await import('./commands/bind.ts')).addBind,
  calibrate: async () => (await import('./commands/calibrate.ts')).addCalibrate,
  baseline: async () => (await import('./commands/baseline.ts')).addBaseline,
  leaderboard: async () => (await import('./commands/leaderboard.ts')).addLeaderboard,
  report: async () => (await import('./commands/report.ts')).addReport,
  diff: async () => (await import('./commands/diff.ts')).addDiff,
  cassettes: async () => (await import('./commands/cassettes.ts')).addCassettes,
  serve: async () => (await import('./commands/serve/index.ts')).addServe,
  pull: async () => (await import('./commands/pull.ts')).addPull,
  synth: async () => (await import('./commands/synth/index.ts')).addSynth,
}
