import { describe, expect, it } from 'vitest'
import { buildEditor, EDITOR_NAMES, resolveEditorLink } from '../../../../src/report/editors.ts'
import { buildEditorHref } from '../../../../src/report/html/client/editor-link.ts'

const hrefOf = (editor: string, page: string, root: string, suite: string, at: string) =>
  buildEditorHref(buildEditor(editor, page, root), suite, 7, at)

describe('the link from a task to its line', () => {
  it.each([
    [
      'vscode',
      '/repo/.vitest/tracewright',
      '/repo',
      'test/a.suite.jsonl',
      'file:///repo/.vitest/tracewright/report.html#/task/x',
      'vscode://file/repo/test/a.suite.jsonl:7',
    ],
    // The page and the suites were moved together.
    [
      'cursor',
      '/repo/.vitest',
      '/repo',
      'a.suite.jsonl',
      'file:///home/kim/clone/.vitest/report.html',
      'cursor://file/home/kim/clone/a.suite.jsonl:7',
    ],
    [
      'vscode',
      '/repo',
      '/repo',
      'a.suite.jsonl',
      'file:///C:/repo/r.html',
      'vscode://file/C:/repo/a.suite.jsonl:7',
    ],
    [
      'vscode',
      '/r',
      '/r',
      'a.suite.jsonl',
      'file://server/share/r.html',
      'vscode://file//server/share/a.suite.jsonl:7',
    ],
    // Characters with a meaning in addresses stay part of the name.
    [
      'idea',
      '/r',
      '/r',
      'a b&c#d?e+%.suite.jsonl',
      'file:///x&y/r.html',
      'idea://open?file=/x%26y/a%20b%26c%23d%3Fe%2B%25.suite.jsonl&line=7',
    ],
    [
      'vscode',
      '/r/pages',
      '/r/app',
      '../b.suite.jsonl',
      'file:///r/pages/r.html',
      'vscode://file/r/b.suite.jsonl:7',
    ],
    ['my://x?f={path}', '/r', '/r', 'a.suite.jsonl', 'file:///r/r.html', 'my://x?f=/r/a.suite.jsonl'],
  ])('%s, page in %s, suites in %s: %s', (editor, page, root, suite, at, href) => {
    expect(hrefOf(editor, page, root, suite, at)).toBe(href)
  })

  it('is left out of a page that was not opened from a disk', () => {
    expect(
      hrefOf('vscode', '/r', '/r', 'a.suite.jsonl', 'https://ci.example.com/report.html'),
    ).toBeUndefined()
    expect(buildEditorHref(undefined, 'a.suite.jsonl', 1, 'file:///r/r.html')).toBeUndefined()
  })

  it('leaves no absolute path in the page', () => {
    expect(JSON.stringify(buildEditor('vscode', '/somewhere/repo/.vitest', '/somewhere/repo'))).not.toContain(
      'somewhere',
    )
  })

  it.each(['emacs', 'javascript:alert({path})', 'my://x', '', 'constructor'])(
    'refuses %j, and names what there is',
    (editor) => {
      expect(() => resolveEditorLink(editor)).toThrow(EDITOR_NAMES.join(', '))
    },
  )
})
