interface Member {
  name?: string
  inheritedFrom?: { reflection: object | undefined }
}

interface Type extends Member {
  children?: Member[]
  groups?: { children: Member[] }[]
}

/** Leaves out members that the page of the parent type describes. */
export function dropInherited(project: { getReflectionsByKind: (kind: number) => Type[] }): void

/** Writes the reference into a folder. */
export function writeReference(folder: string): Promise<void>
