import type { Rng } from '../../../shared/rng.ts'
import htmlPages from '../words/html-pages.json' with { type: 'json' }
import type { Make } from './drawer.ts'

const linkList = (links: readonly (readonly [url: string, label: string])[]): string =>
  `<ul>${links.map(([url, label]) => `<li><a href='${url}'>${label}</a></li>`).join('')}</ul>`

/** A small page in HTML on one line with title, heading, one paragraph or two and one to four links. */
export function drawHtmlPage(rng: Rng, make: Make): string {
  const paragraphs = Array.from({ length: rng.int(1, 2) }, () => `<p>${make('message')}</p>`)
  const links = rng
    .sample(htmlPages.labels, rng.int(1, 4))
    .map((label) => [String(make('url')), label] as const)
  const aside = rng.int(0, 1) === 0 ? '' : rng.pick(htmlPages.asides)
  const head = `<head><title>${make('workTitle')}</title></head>`
  const heading = `<h1>${rng.pick(htmlPages.headings)}</h1>`
  return `<html>${head}<body>${aside}${heading}${paragraphs.join('')}${linkList(links)}</body></html>`
}

/** A text or a piece of HTML with two to four different web addresses. */
export function drawLinkedContent(rng: Rng, make: Make): string {
  const count = rng.int(2, 4)
  const urls = new Set<string>()
  while (urls.size < count) urls.add(String(make('url')))
  const labels = rng.sample(htmlPages.labels, count)
  const introduction = rng.pick(htmlPages.introductions)
  const entries = [...urls].map((url, i) => [url, labels[i] as string] as const)
  return rng.int(0, 1) === 0
    ? `${introduction}: ${entries.map(([url, label]) => `${label} at ${url}`).join(', ')}.`
    : `<p>${introduction}</p>${linkList(entries)}`
}
