// What every page gets. Enhancements only: each page works without any of this.

import "./theme.js";
import "./turning.js";
import "./outline.js";
import "./folds.js";
import "./reach.js";
import "./box.js";
import "./cards.js";
import "./menu.js";
import "./help.js";
import "./offline.js";
