import { useLayoutEffect, useRef, useState } from 'preact/hooks'

interface Size {
  width: number
  height: number
}

/** A reference to put on an element, and the size of that element in pixels, `start` until it is known. */
export function useSize<T extends HTMLElement>(start: Size) {
  const ref = useRef<T>(null)
  const [size, setSize] = useState(start)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined || entry.contentRect.width === 0) return
      setSize({ width: Math.round(entry.contentRect.width), height: Math.round(entry.contentRect.height) })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, size] as const
}
