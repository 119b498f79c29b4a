// Run by mongosh within the network of mongo1, where MongoDB lets the first user be made by whoever asks on localhost:
// makes the replica set, the operator, and for each service a user with the rights of mongodb-access.json and no others.
// Running it again gives the users the passwords and rights that stand there now.
const fs = require("fs");
const secret = (name) => fs.readFileSync(`/run/secrets/${name}`, "utf8").trim();

const operator = secret("mongodb-operator-password");
const admin = db.getSiblingDB("admin");
const logIn = () => {
  try {
    return admin.auth("operator", operator).ok === 1;
  } catch (error) {
    return false;
  }
};

const known = logIn();
load("/replica-set.js");
while (!db.hello().isWritablePrimary) {
  sleep(500);
}
if (!known) {
  admin.createUser({ user: "operator", pwd: operator, roles: ["root"] });
  logIn();
}

// createIndexes makes a collection that is not there yet.
const ACTIONS = {
  own: ["find", "insert", "update", "remove", "createCollection", "createIndex"],
  change: ["find", "update", "createCollection", "createIndex"],
  add: ["insert"],
  read: ["find"],
};
const passwords = secret("passwords")
  .split("\n")
  .map((line) => line.split(" "));
const access = JSON.parse(fs.readFileSync("/mongodb-access.json", "utf8"));

for (const [service, rights] of Object.entries(access)) {
  const privileges = Object.entries(rights).flatMap(([right, collections]) =>
    collections.map((collection) => ({
      resource: { db: "paylater", collection },
      actions: ACTIONS[right],
    })),
  );
  const role = { privileges, roles: [] };
  if (admin.getRole(service) === null) {
    admin.createRole({ role: service, ...role });
  } else {
    admin.updateRole(service, role);
  }
  const user = { pwd: passwords.find(([name]) => name === service)[1], roles: [service] };
  if (admin.getUser(service) === null) {
    admin.createUser({ user: service, ...user });
  } else {
    admin.updateUser(service, user);
  }
}
print("Users and rights are set");
