export { type FolderRecordsOptions, folderRecords } from "./folder-records.js";
export { livePage } from "./live-page.js";
export { type ListeningServer, type ServeOptions, serve } from "./serve.js";
