/** A built-in tool. `path` is that of its two files, without their endings. */
export interface BuiltInTool {
  path: string
  name: string
  exported: string
}

export function builtInTools(): BuiltInTool[]

/** A plugin of Vite and of Rolldown. */
export function toolLists(): {
  name: string
  configureVitest(context: object): void
  load: { filter: { id: RegExp }; handler(id: string): { code: string; moduleType: 'js' } | undefined }
}
