import type { Rng } from '../../../shared/rng.ts'
import pool from '../words/html-pages.json' with { type: 'json' }
import { drawMessage } from './message-parts.ts'
import { drawUrl } from './url-parts.ts'
import { drawWorkTitle } from './work-titles.ts'

const { labels: LABELS, asides: ASIDES, introductions: INTRODUCTIONS } = pool

/** A small page in HTML on one line with title, heading, one paragraph or two and one to four links. */
export function drawHtmlPage(rng: Rng): string {
  const paragraphs = Array.from({ length: rng.int(1, 2) }, () => `<p>${drawMessage(rng)}</p>`)
  const links = rng
    .sample(LABELS, rng.int(1, 4))
    .map((label) => `<li><a href='${drawUrl(rng)}'>${label}</a></li>`)
  const aside = rng.int(0, 1) === 0 ? '' : rng.pick(ASIDES)
  const head = `<head><title>${drawWorkTitle(rng)}</title></head>`
  const heading = `<h1>${rng.pick(['News', 'Welcome', 'Notices', 'About us', 'This week'])}</h1>`
  return `<html>${head}<body>${aside}${heading}${paragraphs.join('')}<ul>${links.join('')}</ul></body></html>`
}

/** A text or a piece of HTML with two to four different web addresses. */
export function drawLinkedContent(rng: Rng): string {
  const count = rng.int(2, 4)
  const urls = new Set<string>()
  while (urls.size < count) urls.add(drawUrl(rng))
  const labels = rng.sample(LABELS, count)
  const introduction = rng.pick(INTRODUCTIONS)
  const entries = [...urls].map((url, i) => [url, labels[i]] as const)
  if (rng.int(0, 1) === 0) {
    return `${introduction}: ${entries.map(([url, label]) => `${label} at ${url}`).join(', ')}.`
  }
  return `<p>${introduction}</p><ul>${entries.map(([url, label]) => `<li><a href='${url}'>${label}</a></li>`).join('')}</ul>`
}
