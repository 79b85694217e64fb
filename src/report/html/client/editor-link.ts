import type { ReportData } from '../../../schema/report.ts'

const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/** The address that opens a line of a suite in an editor. */
export function buildEditorHref(
  editor: ReportData['editor'],
  suite: string,
  line: number,
  page: string,
): string | undefined {
  if (editor === undefined || !page.startsWith('file:')) return undefined
  const { host, pathname } = new URL(`${encodePath(editor.root)}/${encodePath(suite)}`, page)
  const path = `${host === '' ? '' : `//${host}`}${pathname}`.replaceAll('&', '%26').replaceAll('+', '%2B')
  return editor.link.replaceAll('{path}', path).replaceAll('{line}', String(line))
}
