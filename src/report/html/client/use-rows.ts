import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type VirtualItem,
  Virtualizer,
} from '@tanstack/virtual-core'
import type { RefObject } from 'preact'
import { useLayoutEffect, useReducer, useState } from 'preact/hooks'

/** Pixels; the style sheet gives rows this height. */
const ROW_HEIGHT = 60

interface Rows {
  items: VirtualItem[]
  /** Pixels of the rows above and below that are not drawn. */
  before: number
  after: number
  scrollTo(index: number): void
}

/** The rows of a long list that are in view, and a few around them. */
export function useRows(scroller: RefObject<HTMLElement | null>, count: number): Rows {
  const [, draw] = useReducer((times: number) => times + 1, 0)
  const options = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    // Until the element has been measured.
    initialRect: { width: 0, height: 900 },
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    // The head of the table sticks and covers what is under it.
    scrollPaddingStart: 40,
    onChange: () => draw(undefined),
  }
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, Element>(options))
  virtualizer.setOptions(options)
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer])
  useLayoutEffect(() => virtualizer._willUpdate())
  const items = virtualizer.getVirtualItems()
  return {
    items,
    before: items[0]?.start ?? 0,
    after: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0),
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  }
}
