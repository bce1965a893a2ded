/** Completes a sentence about a path that should be a file. */
export const FOLDER_IN_PLACE = 'is a folder; docker makes one where a mounted file is missing'
