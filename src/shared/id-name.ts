const ID_NAME = /(?:^|[_-])(?:id|ids|uid|uuid|key|number|no|ref|reference)$|(?:Id|Ids|Key|Number|Ref)$/

/** Whether a field holds an id by its name. */
export const isIdName = (name: string): boolean => ID_NAME.test(name)
