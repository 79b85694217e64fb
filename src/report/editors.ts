import { isAbsolute, relative, resolve, sep } from 'node:path'
import type { ReportData } from '../schema/report.ts'
import { TracewrightError } from '../shared/errors.ts'

const buildFileLink = (scheme: string): string => `${scheme}://file{path}:{line}`

/** Addresses by which editors open a file at a line; `{path}` begins with a slash. */
const EDITORS: Readonly<Record<string, string>> = {
  vscode: buildFileLink('vscode'),
  'vscode-insiders': buildFileLink('vscode-insiders'),
  vscodium: buildFileLink('vscodium'),
  cursor: buildFileLink('cursor'),
  windsurf: buildFileLink('windsurf'),
  zed: buildFileLink('zed'),
  idea: 'idea://open?file={path}&line={line}',
  webstorm: 'webstorm://open?file={path}&line={line}',
}

export const EDITOR_NAMES: readonly string[] = Object.keys(EDITORS)

/** Schemes that run code or show a document, and open no editor. */
const NO_EDITOR = /^(javascript|data|vbscript|blob|about):/i

/** The address by which an editor opens a file: of a known editor, or one's own with `{path}` and `{line}` in it. */
export function resolveEditorLink(editor: string): string {
  const known = Object.hasOwn(EDITORS, editor) ? EDITORS[editor] : undefined
  if (known !== undefined) return known
  if (/^[a-z][a-z0-9+.-]*:/i.test(editor) && editor.includes('{path}') && !NO_EDITOR.test(editor))
    return editor
  throw new TracewrightError(
    `Failed to link to an editor: "${editor}" is not known. Name one of ${EDITOR_NAMES.join(', ')}, none, or an address such as "myeditor://open?file={path}&line={line}".`,
  )
}

/** How a page finds the suites. */
export function buildEditor(editor: string, page: string, root: string): ReportData['editor'] {
  const link = resolveEditorLink(editor)
  const path = relative(resolve(page), resolve(root))
  if (isAbsolute(path)) return undefined
  return { link, root: path === '' ? '.' : path.split(sep).join('/') }
}
