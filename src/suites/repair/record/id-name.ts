const ID_NAME = /(?:^|[_-])(?:id|ids|uid|uuid|key|number|no|ref|reference)$|(?:Id|Ids|Key|Number|Ref)$/

/** Whether a field of that name holds an id. */
export const isIdName = (name: string): boolean => ID_NAME.test(name)

/** Name of the field that a JSON Pointer leads to, or of the list that it leads into. */
export const nameAt = (pointer: string): string =>
  pointer.split('/').findLast((part) => !/^\d+$/.test(part)) ?? ''
