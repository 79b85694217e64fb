export declare const listRoomFolders: (word?: string) => string[]
