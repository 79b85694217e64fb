import type { ReportData } from '../../../schema/report.ts'

const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/**
 * The address that opens a line of a suite in an editor. Where the suite lies is known when the page is looked at, from
 * where the page lies; undefined for a page that was not opened from a disk, whose files are elsewhere.
 *
 * @param page Address of the page
 */
export function editorHref(
  editor: ReportData['editor'],
  suite: string,
  line: number,
  page: string,
): string | undefined {
  if (editor === undefined || !page.startsWith('file:')) return undefined
  const { host, pathname } = new URL(`${encoded(editor.root)}/${encoded(suite)}`, page)
  const path = `${host === '' ? '' : `//${host}`}${pathname}`.replaceAll('&', '%26').replaceAll('+', '%2B')
  return editor.link.replaceAll('{path}', path).replaceAll('{line}', String(line))
}
