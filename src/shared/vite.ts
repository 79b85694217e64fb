import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

/** The part of Vite that reads TypeScript. Vite 8 brings oxc, earlier ones esbuild. */
export interface Vite {
  runnerImport(
    file: string,
    config: { configFile: false; logLevel: 'silent'; root: string },
  ): Promise<{ module: Record<string, unknown> }>
  transformWithOxc?(code: string, file: string): Promise<{ code: string }>
  transformWithEsbuild(code: string, file: string): Promise<{ code: string }>
  /** Vite before 8 takes no language, and JavaScript alone. */
  parseAst(code: string, options?: { lang: 'ts' | 'tsx' }): { body: unknown[] }
}

export async function importViteOfVitest(): Promise<Vite> {
  const fromHere = createRequire(import.meta.url)
  const fromVitest = createRequire(fromHere.resolve('vitest/package.json'))
  return (await import(pathToFileURL(fromVitest.resolve('vite')).href)) as Vite
}

/** Imports a module of the user, anew each time. Node 20 knows no TypeScript, and Node 24 not all of it. */
export async function importTypeScript(file: string): Promise<Record<string, unknown>> {
  const { runnerImport } = await importViteOfVitest()
  // Functions of a suite are run, and name their lines, after Vite is closed.
  process.setSourceMapsEnabled(true)
  return (await runnerImport(file, { configFile: false, logLevel: 'silent', root: process.cwd() })).module
}
