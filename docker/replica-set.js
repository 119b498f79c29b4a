// Run by mongosh: makes mongo1, mongo2 and mongo3 one replica set, unless they already are.
const members = ["mongo1", "mongo2", "mongo3"].map((name, index) => ({
  _id: index,
  // The users of production are made by the first one, which has to lead for that.
  priority: index === 0 ? 2 : 1,
  host: `${name}:27017`,
}));

try {
  rs.status();
} catch (error) {
  if (error.codeName !== "NotYetInitialized") {
    throw error;
  }
  rs.initiate({ _id: "rs0", members });
}

while (!rs.status().members.some((member) => member.stateStr === "PRIMARY")) {
  sleep(500);
}
